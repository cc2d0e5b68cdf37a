-- After the third goal the dungeon falls back into the code it was made from,
-- ring by ring from that goal on. Who stands where it has fallen is hurt on
-- every beat.

local balance = require "balance"
local cells = require "cells"
local monsters = require "monsters"

local collapse = {}

-- Begins on beat n; `way` is how many steps the way out has.
function collapse.begin(world, level, n, way)
  world.fall_beat = n + balance.COLLAPSE_GRACE
  world.fall_x, world.fall_y = world.x, world.y
  world.fall_reach = monsters.distance(world.x, world.y, level.exit_x, level.exit_y)
  world.fall_time = math.ceil(way * balance.COLLAPSE_SLACK)
  world.fall_radius = -1
end

-- How far it has come on beat n: it is at the way out after fall_time beats.
function collapse.radius_at(world, n)
  if n < world.fall_beat then return -1 end
  return (n - world.fall_beat) * world.fall_reach // world.fall_time
end

local function fall(world, level, x, y)
  local plain = level.plain:get(x, y)
  if not plain then return end
  world.cells:set(x, y, plain)
  world.items:set(x, y, 0)
  local id = monsters.at(world, x, y)
  if id then monsters.remove(world, id) end
end

local function ring(world, level, radius)
  local x0, y0 = world.fall_x, world.fall_y
  if radius == 0 then return fall(world, level, x0, y0) end
  for i = -radius, radius do
    fall(world, level, x0 + i, y0 - radius)
    fall(world, level, x0 + i, y0 + radius)
  end
  for i = 1 - radius, radius - 1 do
    fall(world, level, x0 - radius, y0 + i)
    fall(world, level, x0 + radius, y0 + i)
  end
end

function collapse.go_on(world, level, n, hurt)
  if not world.fall_beat then return end
  local radius = collapse.radius_at(world, n)
  for r = world.fall_radius + 1, radius do ring(world, level, r) end
  world.fall_radius = math.max(world.fall_radius, radius)
  if monsters.distance(world.x, world.y, world.fall_x, world.fall_y) <= world.fall_radius then
    hurt(world, "collapse", world.x, world.y)
  end
end

return collapse
