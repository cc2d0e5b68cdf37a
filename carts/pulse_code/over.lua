-- The end of a run that was lost: a skull in the color of what did it, and
-- words that say so.

local colors = require "colors"
local game = require "game"
local letters = require "letters"
local scores = require "scores"
local sound = require "sound"

local over = {}

local ink = colors.over
local SKULL = {
  ".#####.", "#######", "#..#..#", "#..#..#", "###.###", ".#####.", ".#.#.#.",
}
local REASONS = {
  ["slow slime"] = { "SLIME", ink.GREEN }, ["quick slime"] = { "SLIME", ink.AQUA },
  skeleton = { "BONES", ink.WHITE }, ghost = { "GHOST", ink.PINK },
  spikes = { "SPIKES", ink.RED }, fire = { "FIRE", ink.ORANGE }, collapse = { "COLLAPSE", ink.WHITE },
}
local SKULL_TIME = 90
local WAIT = 30          -- ticks in which a press of the fight is not an answer

local age, reason, text

function over.enter(world)
  age = 0
  reason = REASONS[world.reason] or { world.reason, ink.RED }
  local best = scores.add(world, game.code.text)
  text = ("%s  %d GOALS  %d%s  BEAT %d  GO!"):format(
    reason[1], world.goals, scores.points(world), best and " BEST!" or "", world.beat)
  beat.stop()
  sound.jingle "over"
end

function over.update(pressed)
  age = age + 1
  if age < WAIT then return end
  for _, name in ipairs(pressed) do
    if name == "back" then return "title" end
    if type(name) == "string" then return "again" end
  end
end

function over.draw()
  vbank(0)
  cls(colors.VOID)
  vbank(1)
  cls(ink.CLEAR)
  if age < SKULL_TIME then
    -- It falls in, bites twice, and stays.
    local y = math.min(1, age // 3 - 7)
    local jaw = age > 30 and age // 8 % 2 or 0
    for row, line in ipairs(SKULL) do
      for x = 1, #line do
        if line:sub(x, x) == "#" then
          pix(4 + x, y + row - 1 + (row >= 6 and jaw or 0), reason[2])
        end
      end
    end
  else
    letters.show(text, 2, reason[2], age - SKULL_TIME)
    for x = 0, 15 do pix(x, 8, (x + age // 8) % 4 == 0 and ink.DIM or ink.CLEAR) end
  end
end

return over
