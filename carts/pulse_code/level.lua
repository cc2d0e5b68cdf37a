-- A level: a QR code made into a dungeon, and who and what is in it. All of
-- it follows from the code, so the same code is the same level everywhere.

local balance = require "balance"
local cells = require "cells"
local items = require "items"
local monsters = require "monsters"
local paths = require "paths"
local traps = require "traps"

local level = {}

local ACROSS = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
local ASLANT = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } }

-- How often each kind comes, by how hard the level is, from 1 on.
local CROWDS = {
  { 6, 2, 1, 0 },
  { 5, 3, 2, 1 },
  { 4, 3, 3, 2 },
  { 3, 3, 3, 3 },
}
-- One of each in every level; potions by its size.
local GEAR = { items.SPEAR, items.ARMOR, items.SWORD, items.SHOVEL }
local EASY = 4          -- the first monsters are slow slimes

-- The plain code, a cell a quarter of a module.
local function plain_cells(matrix)
  local size = #matrix
  local plain = grid.new(size * 2, size * 2, cells.PLAIN_LIGHT)
  for y, row in ipairs(matrix) do
    for x = 1, size do
      if row:sub(x, x) == "#" then plain:fill(cells.PLAIN_DARK, x * 2 - 2, y * 2 - 2, 2, 2) end
    end
  end
  return plain
end

-- Numbers of the open cells, row by row, in a random order.
local function open_cells(lev, chance)
  local open, w, map = {}, lev.w, lev.cells
  for y = 0, lev.h - 1 do
    for x = 0, w - 1 do
      local cell = map:get(x, y)
      if cell == cells.FLOOR or cell == cells.CRACK then open[#open + 1] = y * w + x end
    end
  end
  return chance:shuffle(open)
end

-- Takes the next open cell that `good` likes out of the list; nil if none is.
local function take(lev, open, good)
  for i = #open, 1, -1 do
    local place = open[i]
    local x, y = place % lev.w, place // lev.w
    if good(x, y) then
      open[i] = open[#open]
      open[#open] = nil
      return x, y
    end
  end
end

local function is_open(lev, x, y)
  local cell = lev.cells:get(x, y)
  return cell and not cells.is_wall(cell)
end

-- Calls put(x, y) for so many cells, the first `first` of which can be walked
-- to without digging. None is near the start.
local function scatter(lev, open, count, first, put)
  local function away(x, y)
    return monsters.distance(x, y, lev.start_x, lev.start_y) >= balance.QUIET_TILES
  end
  local function met(x, y) return lev.distances[y * lev.w + x] and away(x, y) end
  for i = 1, count do
    local x, y = nil, nil
    if i <= first then x, y = take(lev, open, met) end
    if not x then x, y = take(lev, open, away) end
    if not x then return end
    put(x, y, i)
  end
end

local function populate(lev, chance, open)
  local hard = lev.hard
  -- Half of the monsters can be met without digging, so that digs can be
  -- earned from the first beat on; the first ones are easy.
  local crowd = chance:fork("crowd")
  local count = math.min(balance.MOST_MONSTERS, #open // balance.CELLS_A_MONSTER)
  scatter(lev, open, count, count // 2, function(x, y, i)
    local kind = crowd:pick({ 1, 2, 3, 4 }, CROWDS[hard])
    if i <= EASY then kind = monsters.SLOW_SLIME end
    local step = crowd:pick(kind == monsters.SKELETON and crowd:chance(0.3) and ASLANT or ACROSS)
    -- It begins with a way before it where there is one.
    for _, other in ipairs(ACROSS) do
      if is_open(lev, x + step[1], y + step[2]) then break end
      step = other
    end
    lev.crowd[i] = {
      kind = kind, x = x, y = y, dx = step[1], dy = step[2],
      phase = crowd:int(0, monsters.KINDS[kind].period - 1),
    }
  end)

  local floor = chance:fork("floor")
  scatter(lev, open, hard > 1 and #open // balance.CELLS_A_TRAP or 2, 0, function(x, y)
    lev.traps:set(x, y, traps.SPIKES + floor:int(0, balance.SPIKE_PERIOD - 1))
  end)
  scatter(lev, open, hard > 1 and #open // balance.CELLS_A_VENT or 0, 0, function(x, y, i)
    local phase = floor:int(0, balance.FIRE_PERIOD - 1)
    lev.traps:set(x, y, traps.VENT + phase)
    lev.vents.x[i], lev.vents.y[i], lev.vents.phase[i] = x, y, phase
  end)

  -- Half of the gear lies within reach of hands, not only of shovels.
  scatter(lev, open, #GEAR, #GEAR // 2, function(x, y, i) lev.items:set(x, y, GEAR[i]) end)
  local potions = #open // balance.CELLS_A_POTION
  scatter(lev, open, potions, potions // 2, function(x, y) lev.items:set(x, y, items.POTION) end)
end

-- A level without anybody in it, from a map of cells; what tests and the first
-- room build on.
function level.bare(map, text)
  local w, h = map:width(), map:height()
  return {
    text = text, w = w, h = h, cells = map, plain = map,
    items = grid.new(w, h), traps = grid.new(w, h), vents = { x = {}, y = {}, phase = {} },
    crowd = {}, goals = {}, hard = 1, distances = {},
    start_x = 0, start_y = 0, exit_x = w - 1, exit_y = h - 1,
  }
end

-- A level from what gen.qr made. Large ones take longer than a picture may, so
-- it yields between its parts where it runs in a coroutine.
local function build(map, text, hard)
  local pause = coroutine.isyieldable() and coroutine.yield or function() end
  local lev = level.bare(map.grid, text)
  lev.matrix, lev.plain, lev.hard = map.matrix, plain_cells(map.matrix), hard
  lev.start_x, lev.start_y = map.start.x, map.start.y
  lev.exit_x, lev.exit_y = map.exit.x, map.exit.y
  for _, thing in ipairs(map.things) do
    if thing.kind == "goal" then lev.goals[#lev.goals + 1] = { x = thing.x, y = thing.y } end
  end
  pause()
  lev.distances = paths.distances(lev.cells, lev.exit_x, lev.exit_y)
  pause()
  local chance = rng.new("level " .. text)
  local open = open_cells(lev, chance:fork("places"))
  pause()
  populate(lev, chance, open)
  return lev
end

-- From a text that the code is to say; hard is 1 to 4.
function level.from_text(text, hard)
  return build(gen.qr { text = text, seed = text }, text, hard or 2)
end

-- From a code that was found in a picture: rows of # and ., and what it says.
function level.from_matrix(matrix, text, hard)
  return build(gen.qr { matrix = matrix, seed = text }, text, hard or 2)
end

return level
