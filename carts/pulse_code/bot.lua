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
-- The detour that a dig is worth when there are enough, and when there are not.
local WALLS = { 6, 40 }
local PROMISING = 4     -- actions that are looked at more closely
local NEAR, HUNT = 12, 80   -- how far to go for a monster, at first and at most
local HASTE = 4         -- how much dearer steps are while the dungeon falls
local FAR = 1000        -- what a place costs from which no way is known

-- The costs of the way to the last target, kept while they hold: until there
-- is another target, or the collapse has brought walls back.
local plans = {}

local function costs_to(world, x, y, wall)
  local plan = plans[wall] or {}
  plans[wall] = plan
  -- A wall that was dug through matters when every step does.
  local dug = world.fall_beat and world.dug
  local holds = plan.x == x and plan.y == y and plan.cells == world.cells
    and plan.fallen == world.fall_radius and plan.dug == dug
  if not holds then
    plan.x, plan.y, plan.cells = x, y, world.cells
    plan.fallen, plan.dug = world.fall_radius, dug
    plan.costs = paths.costs(world.cells, x, y, wall)
  end
  return plan.costs
end

-- What the way costs to the nearest monster that can be met without digging;
-- nil if there is none. Ghosts come by themselves.
local function costs_to_prey(world)
  local most = NEAR
  repeat
    local reach = paths.around(world.cells, world.x, world.y, most)
    for i = 1, #reach.x do
      local x, y = reach.x[i], reach.y[i]
      if monsters.at(world, x, y) then
        return paths.distances(world.cells, x, y, reach.far[i] + 2)
      end
    end
    most = most * HUNT // NEAR
  until most > HUNT
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
  -- There is no time for anything else on the way out.
  if world.fall_beat then return costs_to(world, x, y, WALLS[#WALLS]), false end
  local costs
  for _, wall in ipairs(WALLS) do
    costs = costs_to(world, x, y, wall)
    if world.shovel > 0 or walls_on_the_way(world, costs, w, wall) <= world.digs then return costs, false end
  end
  if world.digs == balance.MOST_DIGS then return costs, false end
  local to_prey = costs_to_prey(world)
  return to_prey or costs, to_prey ~= nil
end

-- How good the world is after the beat.
local function value(world, costs, w, hunting)
  if world.won then return DEATH end
  if world.hp <= 0 then return -DEATH end
  local total = world.hp * HEART + world.armor * ARMOR + world.kills * KILL
    + world.strikes * HIT + world.gold * 0.2
  if not hunting or world.digs < balance.MOST_DIGS then total = total + world.digs * DIG end
  local cost = costs[world.y * w + world.x] or FAR
  total = total - cost + world.goals * 2000
  if world.fall_beat then total = total - HASTE * cost end
  return total
end

-- Plays beat n with an action, or none. False if it is against the rules.
local function try(world, level, n, name)
  if name and rules.move(world, name) == false then return false end
  rules.beat(world, level, n)
  rules.close(world, n, name and "great" or "missed")
  return true
end

-- The best that beat n can bring, looking one beat ahead, and the action for
-- it. With `totals` it notes what each action brings, waiting under 0.
local function look(world, level, n, costs, w, hunting, totals)
  local mark = rollback.save(world)
  local best, best_name = -math.huge, nil
  for i = 0, #steps.NAMES do
    local name, total = steps.NAMES[i], -math.huge
    if try(world, level, n, name) then total = value(world, costs, w, hunting) end
    if totals then totals[i] = total end
    if total > best then best, best_name = total, name end
    rollback.load(mark)
  end
  return best, best_name
end

-- The action for beat n, or nil to wait for better times. It looks two beats
-- ahead, at the second only for what is good at first sight; or `deep` is 1.
function bot.choose(world, level, n, deep)
  local costs, hunting = aim(world, level)
  local w, totals = level.w, {}
  local _, first = look(world, level, n, costs, w, hunting, totals)
  if deep == 1 then return first end
  local mark = rollback.save(world)
  local best, best_name = -math.huge, nil
  for _ = 1, PROMISING do
    local i = 0
    for other = 1, #steps.NAMES do
      if totals[other] > totals[i] then i = other end
    end
    local total = totals[i]
    if total == -math.huge then break end
    totals[i] = -math.huge
    try(world, level, n, steps.NAMES[i])
    -- The sooner a good thing comes, the better.
    if not world.over then
      total = total * 0.1 + 0.9 * look(world, level, n + 1, costs, w, hunting)
    end
    if total > best then best, best_name = total, steps.NAMES[i] end
    rollback.load(mark)
  end
  return best_name
end

return bot
