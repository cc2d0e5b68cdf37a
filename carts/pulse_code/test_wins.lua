-- What a win leaves: the picture of the whole code, for codes of twenty texts,
-- and a whole run as a replay.

local bot = require "bot"
local campaign = require "campaign"
local game = require "game"
local run = require "run"
local scores = require "scores"

local LEARNED = { store = { pulse = { learned = true, line = 1, best = {} } } }
local MOST = 60 * 60 * 6    -- ticks for a run
local SHOWN = 240           -- ticks until all of the code is seen

-- Five for each of the versions 1 to 4. Letters, digits, spaces and - only: a
-- picture is named after its text, with _ for spaces.
local TEXTS = {
  "MOSS", "A", "HELLO DUNGEON", "pulse", "2026-11-30",
  "THE FLOOR IS DRUMMING", "walk on the beat", "KEEP TIME KEEP WALKING", "0123456789012345678901234567890123456789", "left right left right",
  "nobody dances alone look behind", "EVERY BLACK SQUARE WAS A WALL ONCE UPON A TIME", "a late step is still a step", "01234567890123456789012345678901234567890123456789012345678901234567890123456789", "the door was never locked at all",
  "what falls on the beat gets up on the beat again and", "YOU HAVE WALKED THROUGH A SENTENCE AND IT HELD YOU LIKE A SONG DOES", "the next beat is yours and the floor is free", "put the phone away and count to four again", "between two black squares there is room for one",
}

local function file(text) return "win-" .. text:gsub(" ", "_") .. ".png" end

-- From the title into a dungeon.
local function begin(t)
  t:press "space"
  t:wait_for(function() return run.world end)
end

for _, text in ipairs(TEXTS) do
  test("the last picture of " .. text, LEARNED, function(t)
    begin(t)
    game.enter(campaign.own(text))
    t:wait_for(function() return run.world end)
    t:until_beat(0)
    run.world.won, run.world.over = true, true
    t:wait_for(function() return screen.size() > 16 end)
    t:run(SHOWN)
    local width, height = screen.size()
    expect(height):at_least(width)
    t:screenshot(file(text))
  end)
end

test("a whole run is won again by its replay", LEARNED, function(t)
  begin(t)
  local world = run.world
  local won = t:play(function(_, n)
    if world.over then return true end
    if not n or n < 0 then return end
    local name = bot.choose(world, run.level, n)
    return name and { name, beat = n }
  end, MOST)
  expect(won):is(true)
  expect(world.won):is(true)
  t:wait_for(function() return screen.size() > 16 end)
  t:run(SHOWN)
  expect(scores.line()):is(2)
  expect.frame "won"
  t:screenshot(file(campaign.LINES[1].text))
  t:save_replay "won.json"
end)
