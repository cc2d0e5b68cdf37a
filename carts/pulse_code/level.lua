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
local GEAR = {
  items.SPEAR, items.SWORD, items.ARMOR, items.SHOVEL, items.POTION, items.POTION,
}

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

-- Open cells in a random order, with how far each is from the start.
local function open_cells(lev, chance)
  local open = {}
  for y = 0, lev.h - 1 do
    for x = 0, lev.w - 1 do
      local cell = lev.cells:get(x, y)
      if cell == cells.FLOOR or cell == cells.CRACK then
        open[#open + 1] = { x = x, y = y, far = monsters.distance(x, y, lev.start_x, lev.start_y) }
      end
    end
  end
  return chance:shuffle(open)
end

-- Takes the next open cell that `good` likes out of the list.
local function take(open, good)
  for i = #open, 1, -1 do
    local it = open[i]
    if good(it) then
      table.remove(open, i)
      return it
    end
  end
end

local function is_open(lev, x, y)
  local cell = lev.cells:get(x, y)
  return cell and not cells.is_wall(cell)
end

local function populate(lev, hard)
  local chance = rng.new("level " .. lev.text)
  local open = open_cells(lev, chance:fork("places"))
  local weights = CROWDS[hard]
  local count = math.min(balance.MOST_MONSTERS, #open // balance.CELLS_A_MONSTER)
  local function away(it) return it.far >= balance.QUIET_TILES end

  -- Half of the monsters can be met without digging, so that digs can be
  -- earned from the first beat on.
  local near = {}
  local reach = paths.around(lev.cells, lev.start_x, lev.start_y, lev.w * lev.h)
  for i = 1, #reach.x do near[reach.y[i] * lev.w + reach.x[i]] = true end
  local function met(it) return away(it) and near[it.y * lev.w + it.x] end

  local crowd = chance:fork("crowd")
  for i = 1, count do
    local kind = crowd:pick({ 1, 2, 3, 4 }, weights)
    if i <= 4 then kind = monsters.SLOW_SLIME end
    local it = take(open, i <= count // 2 and met or away) or take(open, away)
    if not it then break end
    local step = crowd:pick(kind == monsters.SKELETON and crowd:chance(0.3) and ASLANT or ACROSS)
    -- Those who walk begin with a way before them where there is one.
    for _, other in ipairs(ACROSS) do
      if is_open(lev, it.x + step[1], it.y + step[2]) then break end
      step = other
    end
    lev.crowd[i] = {
      kind = kind, x = it.x, y = it.y, dx = step[1], dy = step[2],
      phase = crowd:int(0, monsters.KINDS[kind].period - 1),
    }
  end

  local floor = chance:fork("floor")
  for _ = 1, hard > 1 and #open // balance.CELLS_A_TRAP or 2 do
    local it = take(open, away)
    if it then lev.traps:set(it.x, it.y, traps.SPIKES + floor:int(0, balance.SPIKE_PERIOD - 1)) end
  end
  for _ = 1, hard > 1 and #open // balance.CELLS_A_VENT or 0 do
    local it = take(open, away)
    if it then
      local phase = floor:int(0, balance.FIRE_PERIOD - 1)
      lev.traps:set(it.x, it.y, traps.VENT + phase)
      local vents = lev.vents
      local last = #vents.x + 1
      vents.x[last], vents.y[last], vents.phase[last] = it.x, it.y, phase
    end
  end

  -- Gear within reach of hands, not only of shovels.
  for i, item in ipairs(GEAR) do
    local it = take(open, i % 2 == 1 and met or away) or take(open, away)
    if it then lev.items:set(it.x, it.y, item) end
  end
end

-- A level without anybody in it, from a map of cells; what tests and the first
-- room build on.
function level.bare(map, text)
  local w, h = map:width(), map:height()
  return {
    text = text, w = w, h = h, cells = map, plain = map,
    items = grid.new(w, h), traps = grid.new(w, h), vents = { x = {}, y = {}, phase = {} },
    crowd = {}, goals = {}, hard = 1,
    start_x = 0, start_y = 0, exit_x = w - 1, exit_y = h - 1,
  }
end

local function build(map, text, hard)
  local lev = level.bare(map.grid, text)
  lev.matrix, lev.plain, lev.hard = map.matrix, plain_cells(map.matrix), hard
  lev.start_x, lev.start_y = map.start.x, map.start.y
  lev.exit_x, lev.exit_y = map.exit.x, map.exit.y
  for _, thing in ipairs(map.things) do
    if thing.kind == "goal" then lev.goals[#lev.goals + 1] = { x = thing.x, y = thing.y } end
  end
  populate(lev, hard)
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
