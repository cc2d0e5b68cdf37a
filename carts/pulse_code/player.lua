-- What an input does: strike, dig, step, pick up.

local balance = require "balance"
local cells = require "cells"
local items = require "items"
local monsters = require "monsters"
local steps = require "steps"

local player = {}

player.DAGGER, player.SPEAR, player.SWORD = 0, 1, 2

-- The eight directions, clockwise, to find those beside a direction.
local RING = { { 0, -1 }, { 1, -1 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 } }
local PLACE = {}
for i, step in ipairs(RING) do PLACE[step[1] + 3 * step[2]] = i end

local function solid(world, x, y)
  local cell = world.cells:get(x, y)
  return not cell or cells.is_wall(cell)
end

-- Calls visit(x, y) for each tile that the weapon reaches in a direction.
function player.reach(world, dx, dy, visit)
  local x, y = world.x + dx, world.y + dy
  visit(x, y)
  if world.weapon == player.SPEAR then
    if not solid(world, x, y) then visit(x + dx, y + dy) end
  elseif world.weapon == player.SWORD then
    local at = PLACE[dx + 3 * dy]
    for turn = -1, 1, 2 do
      local side = RING[(at - 1 + turn) % 8 + 1]
      visit(world.x + side[1], world.y + side[2])
    end
  end
end

-- A kill pays the combo that was brought to it, and raises it.
local function kill(world, id)
  local list = world.monsters
  local x, y = list.x[id], list.y[id]
  monsters.remove(world, id)
  items.drop_gold(world, x, y, monsters.KINDS[list.kind[id]].gold * (1 + world.combo))
  world.kills = world.kills + 1
  world.combo = math.min(balance.MOST_COMBO, world.combo + 1)
  world.digs = math.min(balance.MOST_DIGS, world.digs + 1)
end

-- Strikes every monster in reach; false if there is none.
local function attack(world, dx, dy)
  local struck = 0
  player.reach(world, dx, dy, function(x, y)
    local id = monsters.at(world, x, y)
    if not id then return end
    struck = struck + 1
    world.struck_x[struck], world.struck_y[struck] = x, y
    local list = world.monsters
    list.hp[id] = list.hp[id] - 1
    list.awake[id] = 1
    if list.hp[id] == 0 then kill(world, id) end
  end)
  if struck == 0 then return false end
  for i = #world.struck_x, struck + 1, -1 do
    world.struck_x[i], world.struck_y[i] = nil, nil
  end
  world.strikes = world.strikes + 1
  return true
end

-- Carries out an action; returns false if it is against the rules.
function player.act(world, action)
  local step = steps.BY_NAME[action]
  local dx, dy = step[1], step[2]
  world.face_x, world.face_y = dx, dy
  if attack(world, dx, dy) then return true end
  local x, y = world.x + dx, world.y + dy
  local cell = world.cells:get(x, y)
  if not cell then return false end
  if cells.is_wall(cell) then
    if world.shovel == 0 then
      if world.digs == 0 then return false end
      world.digs = world.digs - 1
    end
    world.cells:set(x, y, cells.DUG)
    world.dug = world.dug + 1
  end
  world.x, world.y = x, y
  items.pick_up(world)
  return true
end

-- A blow. Armor takes it if there is some left; whether it kills is seen when
-- the beat is over, since a late step may still undo it.
function player.hurt(world, reason, from_x, from_y)
  world.blows = world.blows + 1
  world.blow_x, world.blow_y = from_x, from_y
  if world.armor > 0 then
    world.armor = world.armor - 1
    return
  end
  world.hp = world.hp - 1
  if world.hp <= 0 and world.reason == "" then world.reason = reason end
end

return player
