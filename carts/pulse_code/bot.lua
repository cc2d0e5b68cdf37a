-- A player made of rules. For each of the eight ways, and for waiting, it
-- tries out what the next beat would bring, puts the world back, and takes
-- the best. It sees what a person sees, and answers before the beat; when the
-- press then comes, early or late within its window, makes no difference.

local balance = require "balance"
local cells = require "cells"
local monsters = require "monsters"
local paths = require "paths"
local radar = require "radar"
local rules = require "rules"
local steps = require "steps"

local bot = {}

-- What things are worth, in steps.
local HEART, DEATH, HIT, KILL, DIG, ARMOR = 60, 10000, 6, 12, 3, 30
local WALL = 6          -- detour that a dig is worth when there are enough,
local RARE_WALL = 40    -- when there are not,
local NO_WALL = 200     -- and when there is nothing to dig with
local WALLS = { WALL, RARE_WALL }
local HUNT = 60         -- how far to go for a monster

-- The costs of the way to the last target, kept while they hold.
local plans = {}

local function costs_to(world, x, y, wall)
  local plan = plans[wall] or {}
  plans[wall] = plan
  if plan.x ~= x or plan.y ~= y or plan.wall ~= wall or plan.dug ~= world.dug
    or plan.fall ~= world.fall_radius or plan.cells ~= world.cells then
    plan.x, plan.y, plan.wall, plan.dug, plan.fall, plan.cells = x, y, wall, world.dug, world.fall_radius, world.cells
    plan.costs = paths.costs(world.cells, x, y, wall)
  end
  return plan.costs
end

-- The nearest monster that can be met without digging; ghosts come by themselves.
local function prey(world)
  local reach = paths.around(world.cells, world.x, world.y, HUNT)
  for i = 1, #reach.x do
    local id = monsters.at(world, reach.x[i], reach.y[i])
    if id then return reach.x[i], reach.y[i] end
  end
end

-- How many walls are on the cheapest way to the target.
local function walls_on_the_way(world, costs, w, wall)
  local x, y, walls = world.x, world.y, 0
  for _ = 1, 400 do
    local here = costs[y * w + x]
    if not here or here == 0 then break end
    local best, best_x, best_y = here, nil, nil
    for _, name in ipairs(steps.NAMES) do
      local step = steps.BY_NAME[name]
      local nx, ny = x + step[1], y + step[2]
      local cell = world.cells:get(nx, ny)
      if cell then
        local cost = costs[ny * w + nx] + (cells.is_wall(cell) and wall or 0)
        if cost < best then best, best_x, best_y = cost, nx, ny end
      end
    end
    if not best_x then break end
    if cells.is_wall(world.cells:get(best_x, best_y)) then walls = walls + 1 end
    x, y = best_x, best_y
  end
  return walls
end

-- Where to, and what the way costs from everywhere.
local function aim(world, level)
  local w = level.w
  local x, y = radar.target(world, level)
  local costs
  for _, wall in ipairs(WALLS) do
    costs = costs_to(world, x, y, wall)
    if world.shovel > 0 or walls_on_the_way(world, costs, w, wall) <= world.digs then return costs, false end
  end
  if world.digs == balance.MOST_DIGS then return costs, false end
  local prey_x, prey_y = prey(world)
  if prey_x then return costs_to(world, prey_x, prey_y, NO_WALL), true end
  return costs, false
end

-- How good the world is after the beat.
local function value(world, costs, w, hunting)
  if world.won then return DEATH end
  if world.hp <= 0 then return -DEATH end
  local total = world.hp * HEART + world.armor * ARMOR + world.kills * KILL
    + world.strikes * HIT + world.gold * 0.2
  if not hunting or world.digs < balance.MOST_DIGS then total = total + world.digs * DIG end
  local cost = costs[world.y * w + world.x] or 1000
  total = total - cost + world.goals * 2000
  if world.fall_beat then total = total - cost end
  return total
end

-- The best that a beat can bring, looking `deep` beats ahead.
local function best_of(world, level, n, costs, w, hunting, deep)
  local mark = rollback.save(world)
  local best, best_name = -math.huge, nil
  for i = 0, #steps.NAMES do
    local name = steps.NAMES[i]
    if not name or rules.move(world, name) ~= false then
      rules.beat(world, level, n)
      rules.close(world, n, name and "great" or "missed")
      local total = value(world, costs, w, hunting)
      if deep > 1 and not world.over then
        -- The sooner a good thing comes, the better.
        total = total * 0.1 + 0.9 * best_of(world, level, n + 1, costs, w, hunting, deep - 1)
      end
      if total > best then best, best_name = total, name end
    end
    rollback.load(mark)
  end
  return best, best_name
end

-- The action for beat n, or nil to wait for better times. It looks so many
-- beats ahead, 2 unless told otherwise.
function bot.choose(world, level, n, deep)
  local costs, hunting = aim(world, level)
  local _, name = best_of(world, level, n, costs, level.w, hunting, deep or 2)
  return name
end

return bot
