-- After the third goal the dungeon falls back into the code it was made from,
-- ring by ring from that goal on. Who stands where it has fallen is hurt on
-- every beat.
--
-- The rings keep the pace of somebody who takes the shortest way out, a little
-- slower than a step a beat: where the way winds they wait, so it is always
-- possible to get out, and never by much.

local balance = require "balance"
local monsters = require "monsters"
local paths = require "paths"

local collapse = {}

-- Begins on beat n, around the player.
function collapse.begin(world, level, n)
  world.fall_beat = n + balance.COLLAPSE_GRACE
  world.fall_x, world.fall_y = world.x, world.y
  world.fall_radius = -1
  -- For each step of the way out: the nearest that the rest of it comes to
  -- the middle. The rings stay within that.
  local way = paths.way(world.cells, level.distances, world.x, world.y)
  local pace = { [#way.x + 1] = monsters.distance(world.x, world.y, level.exit_x, level.exit_y) }
  for i = #way.x, 1, -1 do
    pace[i] = math.min(pace[i + 1], monsters.distance(world.x, world.y, way.x[i], way.y[i]))
  end
  world.fall_pace = pace
end

-- How far it has come on beat n; -1 before it begins.
function collapse.radius_at(world, level, n)
  local beats = n - world.fall_beat
  if beats < 0 then return -1 end
  local step = beats * 100 // balance.COLLAPSE_SLACK[level.hard] + 1
  local pace = world.fall_pace
  if step <= #pace then return pace[step] - 1 end
  -- Past the way out it goes on, a ring a beat.
  return pace[#pace] - 1 + step - #pace
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
  local radius = collapse.radius_at(world, level, n)
  for r = world.fall_radius + 1, radius do ring(world, level, r) end
  world.fall_radius = math.max(world.fall_radius, radius)
  if monsters.distance(world.x, world.y, world.fall_x, world.fall_y) <= world.fall_radius then
    hurt(world, "collapse", world.x, world.y)
  end
end

return collapse
