-- Monsters: what they are and what they do when it is their turn.
--
-- They live in the world as parallel lists, one number a monster and list,
-- because the world is saved and put back on every beat: flat lists of
-- numbers are the cheapest thing to save. A monster with no hit points left
-- is dead, and its place in the lists is free.

local balance = require "balance"
local cells = require "cells"

local monsters = {}

-- period: beats from turn to turn.
monsters.KINDS = {
  { name = "slow slime", period = 4, hp = 1, gold = 1 },
  { name = "quick slime", period = 2, hp = 2, gold = 1 },
  { name = "skeleton", period = 2, hp = 2, gold = 2 },
  { name = "ghost", period = 2, hp = 3, gold = 3 },
}
monsters.SLOW_SLIME, monsters.QUICK_SLIME, monsters.SKELETON, monsters.GHOST = 1, 2, 3, 4

-- Adds one that goes dx, dy first and acts on beats n with n % period == phase.
function monsters.add(world, kind, x, y, dx, dy, phase)
  local list = world.monsters
  local id = 1
  while list.hp[id] and list.hp[id] > 0 do id = id + 1 end
  if id > 250 then return nil end
  list.kind[id], list.x[id], list.y[id] = kind, x, y
  list.hp[id] = monsters.KINDS[kind].hp
  list.dx[id], list.dy[id] = dx, dy
  list.phase[id] = phase % monsters.KINDS[kind].period
  list.awake[id] = 0
  world.who:set(x, y, id)
  return id
end

function monsters.at(world, x, y)
  local id = world.who:get(x, y)
  return id ~= 0 and id or nil
end

function monsters.alive(world)
  local count = 0
  for _, hp in ipairs(world.monsters.hp) do
    if hp > 0 then count = count + 1 end
  end
  return count
end

function monsters.remove(world, id)
  local list = world.monsters
  list.hp[id] = 0
  world.who:set(list.x[id], list.y[id], 0)
end

-- Does it act on beat n?
function monsters.is_due(world, id, n)
  local list = world.monsters
  return n % monsters.KINDS[list.kind[id]].period == list.phase[id]
end

-- Goes to a cell, or strikes the player who stands there. Returns "moved",
-- "struck" or "blocked".
local function advance(world, id, dx, dy, through_walls, strike)
  local list = world.monsters
  local x, y = list.x[id] + dx, list.y[id] + dy
  if x == world.x and y == world.y then
    strike(world, monsters.KINDS[list.kind[id]].name, list.x[id], list.y[id])
    return "struck"
  end
  local cell = world.cells:get(x, y)
  local closed = cell and (cells.is_wall(cell) or cells.is_fallen(cell))
  if not cell or closed and not through_walls or world.who:get(x, y) ~= 0 then
    return "blocked"
  end
  world.who:set(list.x[id], list.y[id], 0)
  list.x[id], list.y[id] = x, y
  world.who:set(x, y, id)
  return "moved"
end

local ACT = {}

-- To and fro between two tiles.
ACT[monsters.SLOW_SLIME] = function(world, id, strike)
  local list = world.monsters
  if advance(world, id, list.dx[id], list.dy[id], false, strike) == "moved" then
    list.dx[id], list.dy[id] = -list.dx[id], -list.dy[id]
  end
end

-- Around a square of four tiles, a quarter turn after each.
ACT[monsters.QUICK_SLIME] = function(world, id, strike)
  local list = world.monsters
  if advance(world, id, list.dx[id], list.dy[id], false, strike) ~= "struck" then
    list.dx[id], list.dy[id] = -list.dy[id], list.dx[id]
  end
end

-- Straight on; what it cannot walk through makes it turn round.
ACT[monsters.SKELETON] = function(world, id, strike)
  local list = world.monsters
  if advance(world, id, list.dx[id], list.dy[id], false, strike) == "blocked" then
    list.dx[id], list.dy[id] = -list.dx[id], -list.dy[id]
  end
end

local function sign(value) return value > 0 and 1 or value < 0 and -1 or 0 end

function monsters.distance(x0, y0, x1, y1)
  return math.max(math.abs(x0 - x1), math.abs(y0 - y1))
end

-- Asleep until the player is near, then after him, through walls.
ACT[monsters.GHOST] = function(world, id, strike)
  local list = world.monsters
  local x, y = list.x[id], list.y[id]
  if list.awake[id] == 0 then
    if monsters.distance(x, y, world.x, world.y) > balance.NOTICE then return end
    list.awake[id] = 1
  end
  advance(world, id, sign(world.x - x), sign(world.y - y), true, strike)
end

-- All whose turn beat n is, in the order of their numbers.
function monsters.act(world, n, strike)
  local list = world.monsters
  for id = 1, #list.hp do
    if list.hp[id] > 0 and monsters.is_due(world, id, n) then
      ACT[list.kind[id]](world, id, strike)
    end
  end
end

return monsters
