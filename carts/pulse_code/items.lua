-- What lies about: gold, gear, potions. A byte a cell.

local balance = require "balance"
local cells = require "cells"

local items = {
  NONE = 0, SPEAR = 1, SWORD = 2, ARMOR = 3, SHOVEL = 4, POTION = 5,
  GOLD = 64,      -- and the amount on top, up to
  MOST_GOLD = 190,
}

function items.is_gold(item) return item > items.GOLD end

-- Gold falls on what lies there already: piles grow, gear stays on top and
-- the gold is taken at once.
function items.drop_gold(world, x, y, amount)
  local there = world.items:get(x, y)
  if there ~= items.NONE and not items.is_gold(there) then
    world.gold = world.gold + amount
    return
  end
  local lies = there == items.NONE and 0 or there - items.GOLD
  world.items:set(x, y, items.GOLD + math.min(items.MOST_GOLD, lies + amount))
end

local TAKE = {}

-- The weapon that was held is left where the new one lay.
local function swap_weapon(world, weapon)
  local held = world.weapon
  world.weapon = weapon
  return held == 0 and items.NONE or held == 1 and items.SPEAR or items.SWORD
end

TAKE[items.SPEAR] = function(world) return swap_weapon(world, 1) end
TAKE[items.SWORD] = function(world) return swap_weapon(world, 2) end

TAKE[items.ARMOR] = function(world)
  world.armor = balance.ARMOR
end

TAKE[items.SHOVEL] = function(world)
  world.shovel = balance.SHOVEL_BEATS
end

-- Left for later by who needs none.
TAKE[items.POTION] = function(world)
  if world.hp >= balance.HEARTS then return items.POTION end
  world.hp = world.hp + 1
end

-- Takes what lies where the player stands: items, a goal, the way out.
function items.pick_up(world)
  local x, y = world.x, world.y
  local item = world.items:get(x, y)
  if items.is_gold(item) then
    world.gold = world.gold + item - items.GOLD
    world.items:set(x, y, items.NONE)
  elseif item ~= items.NONE then
    world.items:set(x, y, TAKE[item](world) or items.NONE)
  end
  if item ~= items.NONE and world.items:get(x, y) ~= item then
    world.taken, world.taken_item = world.taken + 1, item
  end
  local cell = world.cells:get(x, y)
  if cell == cells.GOAL then
    world.cells:set(x, y, cells.DUG)
    world.goals = world.goals + 1
  elseif cell == cells.EXIT and world.goals == balance.GOALS then
    world.won = true
  end
end

return items
