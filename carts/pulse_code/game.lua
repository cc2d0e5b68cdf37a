-- The game itself as a scene: a level is made, counted in, played, paused and
-- judged. With `demo` the console plays.

local bot = require "bot"
local colors = require "colors"
local letters = require "letters"
local level = require "level"
local run = require "run"
local sound = require "sound"

-- Letters are steps while it is on.
local game = { plays = true }

local COUNT_IN = 4       -- beats before the world moves
local COUNT = { [-4] = "3", [-3] = "2", [-2] = "1", [-1] = "GO" }
local LINGER = 36        -- ticks between the end of a run and its page
local BOT_EARLY = 0.1    -- beats; how far from the beat the console may press

local ink = colors.over

-- What is played: a table as campaign.lua gives them.
game.code = nil

local maker              -- makes the level, a part a tick
local paused, demo, goals, ended, pressed_for

function game.enter(code, is_demo)
  game.code, demo = code, is_demo
  paused, goals, ended, pressed_for = false, 0, 0, -1
  run.world = nil
  beat.stop()
  maker = coroutine.create(function()
    if code.matrix then return level.from_matrix(code.matrix, code.text, code.hard) end
    return level.from_text(code.text, code.hard)
  end)
end

function game.leave() maker, run.world = nil, nil end

local function go_on_making()
  local good, made = coroutine.resume(maker)
  if not good then return "problem", "NO DUNGEON IN THIS CODE" end
  if made then
    maker = nil
    run.start(made, game.code.song, COUNT_IN)
  end
end

function game.close(n, verdict)
  if not run.world then return end
  run.close(n, verdict)
  if run.world.goals > goals and not run.world.over then
    goals = run.world.goals
    sound.jingle "goal"
  end
end

-- The console presses as a person would: once a beat, near it.
local function play_by_itself()
  local n = math.floor(beat.now() + 0.5)
  if n <= pressed_for or math.abs(beat.now() - n) > BOT_EARLY then return end
  pressed_for = n
  local name = run.world.beat < n and bot.choose(run.world, run.level, n, 1)
  if name then beat.judge(name) end
end

local function toggle_pause()
  paused = not paused
  if paused then beat.pause() else beat.resume() end
end

-- Where to go from here: a scene's name and what it is entered with.
function game.update(pressed)
  if maker then return go_on_making() end
  local world = run.world
  if demo then
    if pressed[1] or world.over then return "title" end
    play_by_itself()
    return
  end
  for _, name in ipairs(pressed) do
    if name == "pause" or paused and name == "press" then
      toggle_pause()
    elseif paused and name == "back" then
      return "title"
    end
  end
  -- A press may still be on its way that undoes the end.
  ended = world.over and ended + 1 or 0
  if ended >= LINGER then return world.won and "reveal" or "over", world end
end

local function draw_word(text, color)
  local width = letters.width(text)
  local x = 2 + (12 - width + 1) // 2
  if width > 0 then rect(x - 1, 1, width + 2, 7, ink.BLACK) end
  letters.draw(text, x, 2, color)
end

function game.draw()
  if maker then
    vbank(1)
    cls(ink.BLACK)
    return
  end
  run.draw()
  if paused then
    rect(2, 2, 12, 5, ink.BLACK)
    rect(6, 2, 1, 5, ink.WHITE)
    rect(9, 2, 1, 5, ink.WHITE)
  elseif beat.now() < 0 then
    draw_word(COUNT[beat.index()] or "", beat.phase() < 0.3 and ink.WHITE or ink.YELLOW)
  elseif demo and beat.index() // 2 % 4 == 0 then
    -- A press ends it: the dots of a key.
    pix(7, 0, ink.WHITE)
    pix(8, 0, ink.WHITE)
  end
end

return game
