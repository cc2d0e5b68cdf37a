-- The rules: a world and the three things that happen to it. MOVE brings an
-- input, BEAT moves everything else, CLOSE ends the beat.
--
-- The world is one flat table of numbers, lists of numbers and grids, so that
-- the console can save it in a moment and put it back when a step comes late.
-- What never changes, such as the plan of the traps, is in the level, outside.

local balance = require "balance"
local collapse = require "collapse"
local monsters = require "monsters"
local paths = require "paths"
local player = require "player"
local traps = require "traps"

local rules = {}

rules.SUCCESS = { great = true, good = true, okay = true }

-- A world at the start of a level.
function rules.new_world(level)
  local world = {
    beat = -1,
    x = level.start_x, y = level.start_y, face_x = 0, face_y = -1,
    hp = balance.HEARTS, digs = balance.DIGS, combo = 0,
    gold = 0, kills = 0, goals = 0,
    idle = 0,                        -- beats without a press, in a row
    weapon = player.DAGGER, armor = 0, shovel = 0,
    cells = level.cells:copy(), items = level.items:copy(),
    who = grid.new(level.w, level.h),
    monsters = { kind = {}, x = {}, y = {}, hp = {}, dx = {}, dy = {}, phase = {}, awake = {} },
    chance = rng.new("pulse " .. level.text),
    won = false, over = false, reason = "",
    -- What the eye follows: how often something happened, and where last.
    strikes = 0, struck_x = {}, struck_y = {}, dug = 0,
    blows = 0, blow_x = 0, blow_y = 0, taken = 0, taken_item = 0,
  }
  for _, it in ipairs(level.crowd) do
    monsters.add(world, it.kind, it.x, it.y, it.dx, it.dy, it.phase)
  end
  return world
end

-- An input in its window. False if it is against the rules.
function rules.move(world, action)
  if world.over then return false end
  return player.act(world, action)
end

-- A slime comes out of a wall near the player, so that nobody is ever left
-- without a way to earn digs.
local function seep(world, level, n)
  if n % balance.SEEP_BEATS ~= 0 or world.fall_beat or #level.crowd == 0 then return end
  if monsters.alive(world) >= #level.crowd then return end
  local reach = paths.around(world.cells, world.x, world.y, balance.SEEP_FAR)
  local found = {}
  for i = 1, #reach.x do
    local x, y = reach.x[i], reach.y[i]
    local far = monsters.distance(x, y, world.x, world.y)
    if far >= math.min(balance.SEEP_NEAR, reach.farthest) and far > 1
      and world.who:get(x, y) == 0 and level.traps:get(x, y) == 0 then
      found[#found + 1] = i
    end
  end
  local at = world.chance:pick(found)
  if not at then return end
  local step = world.chance:pick { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
  monsters.add(world, monsters.SLOW_SLIME, reach.x[at], reach.y[at], step[1], step[2], n + 2)
end

-- A ghost comes for those who stand still for too long.
local function haunt(world)
  if world.idle < balance.IDLE_BEATS or world.idle % balance.IDLE_BEATS ~= 0 then return end
  local far = balance.NOTICE
  for _, step in ipairs { { 0, -far }, { -far, 0 }, { far, 0 }, { 0, far } } do
    local x, y = world.x + step[1], world.y + step[2]
    if world.cells:get(x, y) and not monsters.at(world, x, y) then
      monsters.add(world, monsters.GHOST, x, y, 0, 0, world.beat)
      return
    end
  end
end

-- Beat n hits: everything but the player moves.
function rules.beat(world, level, n)
  if world.over or world.won then return end
  world.beat = n
  if world.shovel > 0 then world.shovel = world.shovel - 1 end
  monsters.act(world, n, player.hurt)
  traps.fire(world, level, n, player.hurt)
  if world.goals == balance.GOALS and not world.fall_beat then
    collapse.begin(world, level, n)
  end
  collapse.go_on(world, level, n, player.hurt)
  if level.calm then return end
  seep(world, level, n)
  haunt(world)
end

-- Beat n is over. Only now is a death final.
function rules.close(world, n, verdict)
  if world.over then return end
  if not rules.SUCCESS[verdict] then world.combo = 0 end
  world.idle = verdict == "missed" and world.idle + 1 or 0
  if world.hp <= 0 or world.won then world.over = true end
end

return rules
