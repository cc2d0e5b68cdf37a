-- The first room: a corridor that teaches by what is in the way. A word of
-- three letters and an arrow say what to do; whoever does it on the beat gets
-- on. Nobody can lose here.

local cells = require "cells"
local colors = require "colors"
local items = require "items"
local letters = require "letters"
local level = require "level"
local monsters = require "monsters"
local run = require "run"
local scores = require "scores"
local traps = require "traps"
local view = require "view"

local lesson = { plays = true }

local over = colors.over

-- Walk, dig through a wall, take a spear, strike a slime with it, cross spikes
-- on the other lane.
local ROOM = [[
######################################
######################################
######################################
######################################
######################################
######################################
#.......##.......####...........######
#.......##............................
######################################
]]
local TOP = 0
local SPEAR_X, SLIME_X = 14, 18
local OKAY = 0.18        -- beats from the beat in which a press counts
local SPIKES = { { 23, 0 }, { 25, 2 }, { 27, 0 }, { 29, 2 } }

-- From which column on which word holds.
local WORDS = {
  { from = 0, text = "GO" }, { from = 6, text = "DIG" }, { from = 10, text = "GET" },
  { from = 14, text = "HIT" }, { from = 21, text = "HOP", color = over.RED }, { from = 30, text = "OUT" },
}

local function room()
  local map = grid.parse((ROOM:gsub("\n$", "")))
  local lev = level.bare(map, "first room")
  lev.start_x, lev.start_y = 2, 7
  lev.exit_x, lev.exit_y = map:width() - 2, 7
  map:set(lev.exit_x, lev.exit_y, cells.EXIT)
  -- Both lanes have spikes, half a period apart: one of them is always safe.
  for _, it in ipairs(SPIKES) do
    lev.traps:set(it[1], 6, traps.SPIKES + it[2])
    lev.traps:set(it[1], 7, traps.SPIKES + (it[2] + 2) % 4)
  end
  lev.items:set(SPEAR_X, 7, items.SPEAR)
  lev.exit_open, lev.calm = true, true
  lev.crowd = { { kind = monsters.SLOW_SLIME, x = SLIME_X, y = 7, dx = 1, dy = 0, phase = 0 } }
  return lev
end

local done

function lesson.enter()
  done = false
  run.start(room(), 1, 0)
end

function lesson.close(n, verdict)
  local world = run.world
  -- Blows are felt, but never the last.
  if world.hp <= 0 then world.hp, world.reason = 1, "" end
  run.close(n, verdict)
  if world.x >= run.level.exit_x then done = true end
end

-- Whoever has left goes on to the first level.
function lesson.update()
  if not done then return end
  scores.set_learned()
  return "play"
end

-- An arrow that jumps on the beat.
local function draw_arrow(x, y, color)
  for i = 0, 4 do pix(x + i, y + 2, color) end
  pix(x + 3, y + 1, color)
  pix(x + 3, y + 3, color)
  pix(x + 2, y, color)
  pix(x + 2, y + 4, color)
end

local function word()
  local best = WORDS[1]
  for _, it in ipairs(WORDS) do
    if run.world.x >= it.from then best = it end
  end
  return best
end

function lesson.draw()
  run.draw(TOP)
  vbank(1)
  local it, phase = word(), beat.phase()
  -- It is lit exactly while a press counts.
  local lit = phase <= OKAY or phase >= 1 - OKAY
  local color = lit and (it.color or over.WHITE) or over.GRAY
  if beat.index() % 2 == 0 then
    local width = letters.width(it.text)
    letters.draw(it.text, view.LEFT + (view.W - width) // 2, 0, color)
  else
    draw_arrow(view.LEFT + 3 + (lit and 1 or 0), 0, color)
  end
end

return lesson
