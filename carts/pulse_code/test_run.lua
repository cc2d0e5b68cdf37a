-- Whole runs, pressed as a person presses: the console's own player wins on
-- twenty codes, on the beat and always late, and nobody wins by waiting.

local bot = require "bot"
local campaign = require "campaign"
local run = require "run"
local scores = require "scores"

local LEARNED = { store = { pulse = { learned = true, line = 1, best = {} } } }
local MOST = 60 * 60 * 6    -- ticks for a run

-- The poem, and twelve codes of other texts.
local CODES = {}
for _, line in ipairs(campaign.LINES) do CODES[#CODES + 1] = line end
for _, text in ipairs {
  "A", "HELLO", "BEAT", "42", "PULSE DAY 20788", "PULSE DAY 20789", "PULSE DAY 20790",
  "one two three", "https://example.com", "WIFI:S:home;T:WPA;P:secret;;", "the quick brown fox", "abc",
} do
  CODES[#CODES + 1] = campaign.own(text)
end

-- Presses so many beats after each beat what the bot wants for it. It makes up
-- its mind half a beat before.
local function presser(late)
  return function(_, n)
    local world = run.world
    if not world or world.over then return true end
    if not n or n < 0 then return end
    local name = bot.choose(world, run.level, n)
    return name and { name, beat = n, late = late }
  end
end

-- Plays a code from the title on; the world at its end.
local function play(t, code, late)
  t:press "space"
  t:wait_for(function() return run.world end)
  local game = require "game"
  game.enter(code)
  t:wait_for(function() return run.world end)
  local world = run.world
  t:play(presser(late), MOST)
  return world
end

for i, code in ipairs(CODES) do
  test(("perfect presses win on code %d"):format(i), LEARNED, function(t)
    local world = play(t, code, 0)
    expect(world.won):is(true)
    expect(t:count "great"):at_least(world.beat // 2)
    expect(t:count "late" + t:count "early" + t:count "failed"):is(0)
  end)

  test(("presses that are 0.15 late win on code %d"):format(i), LEARNED, function(t)
    local world = play(t, code, 0.15)
    expect(world.won):is(true)
    expect(t:count "okay"):at_least(world.beat // 2)
    expect(t:count "late" + t:count "early" + t:count "failed"):is(0)
  end)
end

test("who never presses loses", LEARNED, function(t)
  t:press "space"
  t:wait_for(function() return run.world end)
  local world = run.world
  t:wait_for(function() return world.over end, MOST)
  expect({ world.won, world.hp }):is { false, 0 }
  expect(world.reason):is "ghost"
end)

test("the same presses are the same run", LEARNED, function(t)
  local sums = {}
  for i = 1, 2 do
    local world = play(t, CODES[1], 0.1)
    sums[i] = rollback.hash(world)
    t:menu(0)
    t:run(2)
  end
  expect(sums[1]):is(sums[2])
end)

test("a won line of the poem opens the next, and the run is kept", LEARNED, function(t)
  play(t, campaign.LINES[1], 0)
  t:run(60)
  expect(scores.line()):is(2)
  expect(store.load "pulse"):has { line = 2 }
  expect(store.load("pulse").best[1].text):is(campaign.LINES[1].text)
end)
