-- Pulse Code: a rhythm dungeon crawler inside a QR code.
--
-- The dungeon is a code made large: dark modules are walls. Everything moves
-- on the beat, you too. Take what lies in the three corner patterns, then run:
-- the dungeon falls back into the code. Who gets out sees all of it, and a
-- phone can read it.
--
-- This file is what the console calls. It hands the calls to the scene that is
-- on; what a run is and what its rules are is in run.lua and rules.lua.

local bot = require "bot"
local campaign = require "campaign"
local colors = require "colors"
local keys = require "keys"
local lesson = require "lesson"
local letters = require "letters"
local level = require "level"
local over = require "over"
local reveal = require "reveal"
local run = require "run"
local scores = require "scores"
local sound = require "sound"
local title = require "title"
local typing = require "typing"

local COUNT_IN = 4       -- beats before the world moves

local scene, code
local scenes = {}

local function go(name, ...)
  if scene and scenes[scene].leave then scenes[scene].leave() end
  scene = name
  scenes[name].enter(...)
end

local function draw_word(text, color)
  vbank(1)
  rect(2, 2, 12, 5, 0)
  letters.draw(text, 2 + (12 - letters.width(text) + 1) // 2, 2, color)
end

-- The game.

local game = { paused = false, demo = false }
scenes.game = game

local function make_level(it)
  if it.matrix then return level.from_matrix(it.matrix, it.text, it.hard) end
  return level.from_text(it.text, it.hard)
end

function game.enter(it, demo)
  code, game.demo, game.paused = it, demo, false
  game.goals = 0
  game.played = -math.huge
  run.start(make_level(it), it.song, COUNT_IN)
end

function game.leave() game.demo = false end

function game.close(n, verdict)
  run.close(n, verdict)
  if run.world.goals > game.goals and not run.world.over then
    game.goals = run.world.goals
    sound.jingle "goal"
  end
end

-- The bot presses as a person would, a little before the beat is due.
local function play_by_itself()
  local n = math.floor(beat.now() + 0.5)
  if n < 0 or n <= game.played or math.abs(beat.now() - n) > 0.1 then return end
  game.played = n
  local name = run.world.beat < n and bot.choose(run.world, run.level, n, 1)
  if name then beat.judge(name) end
end

local function toggle_pause()
  game.paused = not game.paused
  if game.paused then beat.pause() else beat.resume() end
end

function game.update(pressed)
  if game.demo then
    if pressed[1] or run.world.over then return go "title" end
    play_by_itself()
    return
  end
  for _, name in ipairs(pressed) do
    if name == "pause" or name == "go" and not btnp(4) then
      toggle_pause()
    elseif game.paused and name == "back" and not btnp(5) then
      return go "title"
    end
  end
  if not run.world.over then return end
  if run.world.won then go("reveal", run.world, run.level, code) else go("over", run.world, code) end
end

local COUNT = { [-4] = "3", [-3] = "2", [-2] = "1", [-1] = "GO" }

function game.draw()
  run.draw()
  local n = beat.index()
  if game.paused then
    draw_word("||", colors.over.WHITE)
  elseif beat.now() < 0 then
    draw_word(COUNT[n] or "", beat.phase() < 0.3 and colors.over.WHITE or colors.over.YELLOW)
  elseif game.demo and n // 2 % 4 == 0 then
    pix(7, 0, colors.over.WHITE)
  end
end

-- The other scenes.

scenes.title = title
title.leave = function() end

local function begin(name)
  if name == "demo" then
    go("game", campaign.LINES[1 + math.random(0, 2)], true)
  elseif name == "TYPE" then
    go "typing"
  elseif name == "LEARN" or name == "PLAY" and not scores.learned() then
    go "lesson"
  elseif name == "DAILY" then
    go("game", campaign.daily(tstamp()))
  else
    go("game", campaign.LINES[scores.line()])
  end
end

local update_title = title.update
title.update = function(pressed)
  local name = update_title(pressed)
  if name then begin(name) end
end

scenes.lesson = {
  enter = lesson.enter, close = lesson.close, draw = lesson.draw,
  update = function() if lesson.update() then begin "PLAY" end end,
}

scenes.over = {
  enter = over.enter, draw = over.draw,
  update = function(pressed)
    local what = over.update(pressed)
    if what == "again" then go("game", code) elseif what then go "title" end
  end,
}

scenes.reveal = {
  enter = function(world, lev, it)
    -- The next line of the poem is open.
    for i, line in ipairs(campaign.LINES) do
      if line == it and i >= scores.line() then scores.set_line(i % #campaign.LINES + 1) end
    end
    reveal.enter(world, lev, it)
  end,
  draw = reveal.draw, leave = reveal.leave,
  update = function(pressed)
    local what = reveal.update(pressed)
    if not what then return end
    if what == "next" and not code.kind then go("game", campaign.LINES[scores.line()]) else go "title" end
  end,
}

scenes.typing = {
  enter = typing.enter, draw = typing.draw,
  update = function(pressed)
    local text = typing.update(pressed)
    if text then go("game", campaign.own(text)) elseif text == false then go "title" end
  end,
}

-- What the console calls.

function BOOT()
  colors.load()
  go "title"
end

function BEAT(n)
  if scene == "title" then title.beat(n) elseif run.world then run.beat(n) end
end

function MOVE(action)
  if scene == "title" then return true end
  return run.move(action)
end

function CLOSE(n, verdict)
  local it = scenes[scene]
  if it.close then it.close(n, verdict) end
end

function VERDICT(verdict, _, _, action, n)
  if scene == "game" or scene == "lesson" then run.verdict(verdict, action, n) end
end

-- The entries of the console's own menu: TITLE and LEARN.
function MENU(index)
  if index == 0 then go "title" else go "lesson" end
end

function TIC()
  sound.tick()
  scenes[scene].update(keys.read())
  scenes[scene].draw()
end
