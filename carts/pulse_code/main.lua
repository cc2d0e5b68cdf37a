-- Pulse Code: a rhythm dungeon crawler inside a QR code.
--
-- The dungeon is a code made large: dark modules are walls. Everything moves
-- on the beat, you too. Take what lies in the three corner patterns, then run:
-- the dungeon falls back into the code. Who gets out sees all of it, and a
-- phone can read it.
--
-- This file is what the console calls. It hands the calls to the scene that is
-- on. A scene is a table: enter(...), update(pressed), which may return where
-- to go next and what with, draw(), and for those with a beat also
-- beat(n), move(action), close(n, verdict), verdict(...), and leave().
-- What a run is and what its rules are: run.lua and rules.lua.

local campaign = require "campaign"
local colors = require "colors"
local game = require "game"
local keys = require "keys"
local lesson = require "lesson"
local over = require "over"
local problem = require "problem"
local reveal = require "reveal"
local run = require "run"
local scores = require "scores"
local title = require "title"
local typing = require "typing"

-- Scenes that are made of others: a run belongs to whoever shows it.
local function with_run(scene)
  scene.beat, scene.move, scene.verdict = run.beat, run.move, run.verdict
  return scene
end

local scenes = {
  title = title, lesson = with_run(lesson), game = with_run(game), over = over,
  reveal = reveal, typing = typing, problem = problem,
}

local scene

local function go(name, ...)
  if scene and scene.leave then scene.leave() end
  scene = scenes[name]
  scene.enter(...)
end

-- What a scene may ask for beside the name of another.
local ASKED = {}

-- The line of the poem that comes next, after the first room for newcomers.
function ASKED.play()
  if scores.learned() then go("game", campaign.LINES[scores.line()]) else go "lesson" end
end

function ASKED.daily() go("game", campaign.daily(tstamp())) end

function ASKED.own(text, matrix) go("game", campaign.own(text, matrix)) end

function ASKED.demo() go("game", campaign.LINES[math.random(1, 2)], true) end

-- The console's own page, which measures how late sound and picture are.
function ASKED.calibrate() beat.calibrate() end

function ASKED.again() go("game", game.code) end

-- A won line opens the next; other codes lead back to the title.
function ASKED.next()
  if game.code.kind then go "title" else ASKED.play() end
end

local function ask(name, ...)
  if ASKED[name] then
    ASKED[name](...)
  elseif name then
    go(name, ...)
  end
end

-- A picture of a code was dropped on the window.
local function dropped(event)
  if event.text then
    ASKED.own(event.text, event.matrix)
  else
    go("problem", event.problem or "NO CODE IN THE PICTURE")
  end
end

function BOOT()
  colors.load()
  go "title"
end

function BEAT(n)
  if scene.beat then scene.beat(n) end
end

function MOVE(action)
  if scene.move then return scene.move(action) end
end

function CLOSE(n, verdict)
  if scene.close then scene.close(n, verdict) end
end

function VERDICT(verdict, _, milliseconds, action, n)
  if scene.verdict then scene.verdict(verdict, action, n, milliseconds) end
end

-- The entries of the console's own menu: TITLE and LEARN.
function MENU(index)
  go(index == 0 and "title" or "lesson")
end

function TIC()
  local pressed = keys.read(scene.plays)
  for _, it in ipairs(pressed) do
    if type(it) == "table" and it.kind == "drop" then
      dropped(it)
      break
    end
  end
  ask(scene.update(pressed))
  scene.draw()
end
