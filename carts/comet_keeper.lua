-- title:   Comet Keeper
-- author:  the Downbeat team
-- desc:    guard a small planet: bat rocks away, keep comets in orbit
-- license: MIT OR Apache-2.0
-- script:  lua
-- saveid:  comet_keeper
-- menu:    RESTART

-- You steer a little ship on one orbit around a planet. Rocks must not
-- get past it; comets that it touches join a chain behind it. A long
-- chain multiplies every point, but a rock cuts it, so the question of
-- each moment is: throw a comet, bring all of them home, or wait?

-- Tunables: lengths in pixels, times in frames (60 a second), angles in
-- radians, speeds in pixels a frame.

local CENTER_X, CENTER_Y = 120, 74
local ORBIT = 38            -- the ring on which the keeper flies
local CENTER = { x = CENTER_X, y = CENTER_Y }
local FAR = 150             -- things appear here, outside the picture

local TURN_SPEED = 0.066    -- the same for mouse and buttons: no unfair hand
local TURN_EASE = 0.28
local BAT_HALF = 0.30       -- half the width of the shield
local BAT_SPEED = 2.5
local CATCH_REACH = 11

local CHAIN_MAX = 9
local CHAIN_GAP = 0.25
local THROW_SPEED = 3.4
local THROW_WAIT = 12

local GRAVITY = 14          -- bends comets around the planet
local GOLD_CHANCE = 0.17    -- a gold comet brought home mends the planet
local NIGHT_LENGTH = 25 * 60

local BAT_POINTS, HIT_POINTS, HOME_POINTS, NIGHT_POINTS = 10, 50, 50, 20

local ROCKS = {
  stone = { sprite = 257, size = 1, radius = 4, pace = 1.0 },
  ember = { sprite = 258, size = 1, radius = 4, pace = 1.8 },
  giant = { sprite = 260, size = 2, radius = 7, pace = 0.7 },
}

-- Where the art is. Sprites have numbers from 256; the capital letters
-- and figures of font() are sprites too, at 256 plus their code.

local SPR_COMET, SPR_ARROW = 264, 268
local KEEPER_U, KEEPER_V = 0, 192   -- its place in the sheet, for ttri()

-- The planet is a piece of the tile map. It is drawn from a working copy
-- in which rocks break cells, so the whole one is always there to restore.

local PLANET_W, PLANET_H = 4, 6
local WHOLE_X, LIVE_X = 32, 40
local PLANET_LEFT, PLANET_TOP = CENTER_X - 16, CENTER_Y - 32
local CRACK = 4             -- a cracked tile is this far from the whole one
local SOLID, DOME, CORE, CRACKED, TWINKLE = 0, 1, 2, 3, 4   -- tile flags

-- Places in memory, all of them in the video bank that is chosen.

local PALETTE, PALETTE_MAP, OFFSET_X, OFFSET_Y = 0x3FC0, 0x3FF0, 0x3FF9, 0x3FFA

-- Swaps of colors: one drawing gives several things.

local GOLD = { [8] = 1, [9] = 2, [10] = 3, [11] = 4 }
local ICE = { [1] = 8, [2] = 9, [3] = 10, [4] = 11 }
local HOT = { [1] = 2, [2] = 3, [3] = 4, [4] = 12 }
local BEAT = { [3] = 4, [4] = 12, [2] = 3 }
local WHITE = {}
for color = 1, 15 do WHITE[color] = 12 end

-- Colors that sparks run through while they die.

local ICE_SPARKS = { 12, 11, 11, 10, 9, 8 }
local GOLD_SPARKS = { 12, 4, 4, 3, 2, 1 }
local FIRE_SPARKS = { 12, 4, 3, 3, 2, 2, 1 }
local EARTH_SPARKS = { 12, 5, 6, 7, 15 }

-- The sky from top to bottom, at midnight and at dawn.

local NIGHT_SKY = { { 10, 8, 24 }, { 30, 26, 66 } }
local DAWN_SKY = { { 24, 16, 56 }, { 96, 46, 86 } }
local ALARM_SKY = { { 150, 20, 30 }, { 255, 90, 60 } }

local SOUND = { bat = 0, catch = 1, throw = 2, burst = 3, hurt = 4, home = 5, over = 6, night = 7 }

-- State. `world` is everything that a new game starts afresh; the rest is
-- how we look at it.

local world
local scene                       -- a table with update and hud
local scene_time = 0
local frame = 0
local best_score, best_night, new_best = 0, 1, false
local shake, alarm, freeze, light = 0, 0, 0, 1
local base_palette = {}
local sky_top, sky_low = { 0, 0, 0 }, { 0, 0, 0 }
local pointer = { x = 0, y = 0, left = false, right = false, active = false }
local pressed = { first = false, second = false }   -- A or click, B or right click

-- Small tools.

local function random(low, high) return low + math.random() * (high - low) end
local function clamp(value, low, high) return math.max(low, math.min(high, value)) end
local function mix(a, b, k) return a + (b - a) * k end

local function polar(angle, radius)
  return CENTER_X + math.cos(angle) * radius, CENTER_Y + math.sin(angle) * radius
end

local function to_polar(x, y)
  local dx, dy = x - CENTER_X, y - CENTER_Y
  return math.atan(dy, dx), math.sqrt(dx * dx + dy * dy)
end

-- The shortest way round from one angle to another, signed.
local function turn_between(from, to) return (to - from + math.pi) % (2 * math.pi) - math.pi end
local function near(a, b, reach) return (a.x - b.x) ^ 2 + (a.y - b.y) ^ 2 < reach * reach end
local function drift(thing) thing.x, thing.y = thing.x + thing.vx, thing.y + thing.vy end

-- Removes what is marked dead; backwards, so that nothing is passed over.
local function sweep(list)
  for i = #list, 1, -1 do
    if list[i].dead then table.remove(list, i) end
  end
end

local function recolor(swap)
  for color = 0, 15 do
    poke4(PALETTE_MAP * 2 + color, swap and swap[color] or color)
  end
end

-- Effects. The title plays the real game by itself, but silently.

local function sound(name, channel, note, length)
  if not world.demo then sfx(SOUND[name], note or -1, length or 30, channel) end
end

local function spark(x, y, vx, vy, life, ramp)
  if #world.sparks < 240 then
    table.insert(world.sparks, { x = x, y = y, vx = vx, vy = vy, age = 0, life = life, ramp = ramp })
  end
end

-- One spark that stays behind a moving thing.
local function trail(thing, spread, life, ramp)
  spark(thing.x, thing.y, random(-spread, spread), random(-spread, spread), life, ramp)
end

local function burst(x, y, count, speed, ramp)
  for _ = 1, count do
    local angle, pace = random(0, 2 * math.pi), random(0.2, 1) * speed
    spark(x, y, math.cos(angle) * pace, math.sin(angle) * pace, random(14, 40), ramp)
  end
end

local function jolt(strength, stop)
  shake = math.max(shake, strength)
  freeze = math.max(freeze, stop)
end

local function note(text, x, y, color)
  table.insert(world.notes, { text = text, x = x, y = y - 4, vx = 0, vy = -0.4, age = 0, life = 45, color = color })
end

local function multiplier() return #world.chain + 1 end
local function comet_ramp(comet) return comet.gold and GOLD_SPARKS or ICE_SPARKS end

local function award(points, x, y, color)
  world.score = world.score + points
  note("+" .. points, x, y, color or 12)
end

-- The planet.

-- Calls visit(cell_x, cell_y, tile, whole_tile) for each cell of the planet.
local function each_cell(visit)
  for y = 0, PLANET_H - 1 do
    for x = 0, PLANET_W - 1 do
      local whole = mget(WHOLE_X + x, y)
      if whole > 0 then visit(LIVE_X + x, y, mget(LIVE_X + x, y), whole) end
    end
  end
end

local function build_planet()
  each_cell(function(x, y, _, whole) mset(x, y, whole) end)
end

local function cell_at(x, y)
  local cell_x, cell_y = (x - PLANET_LEFT) // 8, (y - PLANET_TOP) // 8
  if cell_x < 0 or cell_x >= PLANET_W or cell_y < 0 or cell_y >= PLANET_H then return 0, 0, 0 end
  return LIVE_X + cell_x, cell_y, mget(LIVE_X + cell_x, cell_y)
end

local function cell_middle(cell_x, cell_y)
  return PLANET_LEFT + (cell_x - LIVE_X) * 8 + 4, PLANET_TOP + cell_y * 8 + 4
end

local function strike_planet(cell_x, cell_y, tile)
  local cracked = fget(tile, CRACKED)
  local part = fget(tile, DOME) and DOME or fget(tile, CORE) and CORE
  if not part then
    mset(cell_x, cell_y, cracked and 0 or tile + CRACK)
  elseif cracked then
    world.ending = part == DOME and "A rock broke the observatory." or "A rock broke the glowing core."
  else
    -- The dome and the core crack as a whole: one more strike is the end.
    each_cell(function(x, y, other)
      if fget(other, part) then mset(x, y, other + CRACK) end
    end)
    world.banner = { text = part == DOME and "DOME HIT!" or "CORE HIT!", age = 0, swap = GOLD }
  end
  local x, y = cell_middle(cell_x, cell_y)
  burst(x, y, 26, 1.9, EARTH_SPARKS)
  burst(x, y, 10, 2.6, FIRE_SPARKS)
  world.pain, alarm = 8, 0.55
  jolt(5, 5)
  sound("hurt", 3)
end

-- Mends the worst wound: the dome before the core before the ground.
local function mend_planet()
  local worst, worst_rank = nil, 0
  each_cell(function(_, _, tile, whole)
    local rank = fget(whole, DOME) and 4 or fget(whole, CORE) and 3 or tile == 0 and 2 or 1
    if tile ~= whole and rank > worst_rank then worst, worst_rank = whole, rank end
  end)
  local part = worst_rank == 4 and DOME or worst_rank == 3 and CORE
  each_cell(function(x, y, _, whole)
    if whole == worst or part and fget(whole, part) then mset(x, y, whole) end
  end)
  return worst ~= nil
end

-- A new world.

local function new_world(demo)
  world = {
    demo = demo, time = 0, score = 0, pain = 0,
    night = 1, night_time = 0, rock_wait = 60, comet_wait = 10,
    keeper = { angle = -math.pi / 2, speed = 0, wait = 0, squash = 0, x = 0, y = 0 },
    chain = {}, rocks = {}, comets = {}, thrown = {}, homing = {}, sparks = {}, notes = {},
    banner = { text = "NIGHT 1", age = 0 },
    taught = false,               -- has the player let comets go once?
    ending = nil,                 -- the reason, once the planet is lost
  }
  build_planet()
end

-- Things that come in, from a random place on the far circle.

local function aimed(x, y, target_x, target_y, speed)
  local dx, dy = target_x - x, target_y - y
  local length = math.sqrt(dx * dx + dy * dy)
  return { x = x, y = y, vx = dx / length * speed, vy = dy / length * speed }
end

local function add_rock(kind, rock)
  rock.kind, rock.radius = kind, ROCKS[kind].radius
  rock.spin, rock.flip = math.random(0, 3), math.random(0, 3)
  table.insert(world.rocks, rock)
end

local function spawn_rock()
  local night, chance, kind = world.night, math.random(), "stone"
  if night >= 2 and chance < math.min(0.1 + 0.04 * night, 0.3) then
    kind = "ember"
  elseif night >= 3 and chance > 0.9 - 0.01 * night then
    kind = "giant"
  end
  local x, y = polar(random(0, 2 * math.pi), FAR)
  local speed = math.min(0.58 + 0.05 * night, 1.2) * ROCKS[kind].pace * random(0.9, 1.1)
  add_rock(kind, aimed(x, y, CENTER_X + random(-9, 9), CENTER_Y + random(-12, 8), speed))
end

-- A comet aims past the planet, just so that gravity brings it to the orbit.
local function spawn_comet()
  local angle, side = random(0, 2 * math.pi), random(46, 60)
  if math.random() < 0.5 then side = -side end
  local x, y = polar(angle, FAR)
  local comet = aimed(x, y, CENTER_X - math.sin(angle) * side, CENTER_Y + math.cos(angle) * side, random(0.95, 1.2))
  comet.gold, comet.grace = math.random() < GOLD_CHANCE, 0
  table.insert(world.comets, comet)
end

local function spawn_things()
  world.rock_wait = world.rock_wait - 1
  if world.rock_wait <= 0 then
    spawn_rock()
    world.rock_wait = math.max(22, 102 - 11 * world.night) * random(0.7, 1.3)
  end
  world.comet_wait = world.comet_wait - 1
  if world.comet_wait <= 0 then
    spawn_comet()
    world.comet_wait = random(100, 170)
  end
end

-- Who steers: a person or, on the title, the console.

local function read_input()
  local x, y, left, _, right = mouse()
  local click, right_click = left and not pointer.left, right and not pointer.right
  -- The mouse steers from its first move until a button of the pad does.
  local moved = frame > 1 and (x ~= pointer.x or y ~= pointer.y)
  if moved or click or right_click then pointer.active = true end
  if btn(2) or btn(3) then pointer.active = false end
  pointer.x, pointer.y, pointer.left, pointer.right = x, y, left, right
  -- Kept until a scene has seen them: a press in a still frame must count.
  pressed.first = pressed.first or btnp(4) or click
  pressed.second = pressed.second or btnp(5) or right_click
end

local function player_wishes()
  local turn = (btn(3) and 1 or 0) - (btn(2) and 1 or 0)
  if pointer.active then
    local angle, distance = to_polar(pointer.x, pointer.y)
    -- Over the middle the angle jumps about, so the ship holds still there.
    turn = distance > 6 and clamp(turn_between(world.keeper.angle, angle) * 6, -1, 1) or 0
  end
  return { turn = turn, throw = pressed.first, home = pressed.second }
end

-- Goes for the rock that arrives first and, while there is time, for comets.
local function autopilot_wishes()
  local keeper = world.keeper
  local goal, soonest, throw = nil, 100, false
  for _, rock in ipairs(world.rocks) do
    local angle, distance = to_polar(rock.x, rock.y)
    if not rock.batted then
      local away = math.abs(turn_between(keeper.angle, angle))
      local arrival = (distance - ORBIT) / math.sqrt(rock.vx * rock.vx + rock.vy * rock.vy)
      if arrival > -6 and arrival < soonest then goal, soonest = angle, arrival end
      if away < 0.08 and distance < 90 and #world.chain > 3 then throw = true end
    end
  end
  local closest = 75
  for _, comet in ipairs(world.comets) do
    local angle, distance = to_polar(comet.x + comet.vx * 8, comet.y + comet.vy * 8)
    if soonest > 45 and math.abs(distance - ORBIT) < closest and comet.grace == 0 then
      goal, closest = angle, math.abs(distance - ORBIT)
    end
  end
  local turn = goal and turn_between(keeper.angle, goal) or 0
  return {
    turn = math.abs(turn) < 0.05 and 0 or turn > 0 and 1 or -1,
    throw = throw, home = #world.chain >= 7,
  }
end

-- The keeper and its chain.

local function catch_comet(comet)
  comet.dead = true
  local keeper = world.keeper
  if #world.chain >= CHAIN_MAX then
    award(HIT_POINTS * multiplier(), comet.x, comet.y, 11)
  else
    table.insert(world.chain, 1, { angle = keeper.angle, gold = comet.gold, x = keeper.x, y = keeper.y })
    note(multiplier() == CHAIN_MAX + 1 and "FULL CHAIN" or "x" .. multiplier(), comet.x, comet.y, 11)
  end
  keeper.squash = 1
  burst(comet.x, comet.y, 12, 1.4, comet_ramp(comet))
  sound("catch", 1, 60 + 2 * #world.chain)
end

local function throw_comet()
  local keeper = world.keeper
  if #world.chain == 0 or keeper.wait > 0 then return end
  local comet = table.remove(world.chain)
  comet.x, comet.y, comet.hits = keeper.x, keeper.y, 0
  comet.vx, comet.vy = math.cos(keeper.angle) * THROW_SPEED, math.sin(keeper.angle) * THROW_SPEED
  table.insert(world.thrown, comet)
  world.taught = true
  keeper.wait, keeper.squash = THROW_WAIT, -1
  sound("throw", 0)
end

-- Sends the chain down in a spiral, one comet after the other.
local function bring_home()
  world.taught = world.taught or #world.chain > 0
  for i, link in ipairs(world.chain) do
    link.radius, link.wait, link.order = ORBIT, i * 7, i
    table.insert(world.homing, link)
  end
  world.chain = {}
end

-- A rock has struck link `first`: it is lost and all behind it drift off.
local function cut_chain(first)
  for i = #world.chain, first, -1 do
    local link = table.remove(world.chain)
    if i > first then
      local cos, sin, slip = math.cos(link.angle), math.sin(link.angle), random(-0.6, 0.6)
      link.vx, link.vy, link.grace = cos * 0.9 - sin * slip, sin * 0.9 + cos * slip, 25
      table.insert(world.comets, link)
    end
  end
end

local function move_keeper(wishes)
  local keeper = world.keeper
  keeper.speed = mix(keeper.speed, wishes.turn * TURN_SPEED, TURN_EASE)
  keeper.angle = keeper.angle + keeper.speed
  keeper.x, keeper.y = polar(keeper.angle, ORBIT)
  keeper.wait = math.max(0, keeper.wait - 1)
  keeper.squash = keeper.squash * 0.85
  if wishes.throw then throw_comet() end
  if wishes.home then bring_home() end

  -- The chain follows like a rope: a link moves only when its rope is tight.
  local lead = keeper.angle
  for i, link in ipairs(world.chain) do
    local gap = i == 1 and CHAIN_GAP * 1.5 or CHAIN_GAP
    link.angle = clamp(link.angle, lead - gap, lead + gap)
    lead = link.angle
    link.x, link.y = polar(link.angle, ORBIT + math.sin(world.time * 0.1 + i) * 1.5)
  end
end

-- Comets: free ones, thrown ones, and those on the way home.

local function move_free_comet(comet)
  local dx, dy = CENTER_X - comet.x, CENTER_Y - comet.y
  local square = dx * dx + dy * dy
  local pull = GRAVITY / square / math.sqrt(square)
  comet.vx, comet.vy = comet.vx + dx * pull, comet.vy + dy * pull
  drift(comet)
  comet.grace = math.max(0, comet.grace - 1)
  if world.time % 2 == 0 then trail(comet, 0.15, 34, comet_ramp(comet)) end
  if comet.grace == 0 and near(comet, world.keeper, CATCH_REACH) then
    catch_comet(comet)
  elseif square < 15 * 15 then
    comet.dead = true
    burst(comet.x, comet.y, 10, 1, comet_ramp(comet))
  else
    comet.dead = square > (FAR + 20) ^ 2
  end
end

local function move_thrown_comet(comet)
  drift(comet)
  trail(comet, 0.3, 22, comet_ramp(comet))
  comet.dead = not near(comet, CENTER, FAR)
end

local function move_homing_comet(comet)
  comet.wait = comet.wait - 1
  if comet.wait < 0 then comet.angle, comet.radius = comet.angle + 0.13, comet.radius - 1.1 end
  comet.x, comet.y = polar(comet.angle, comet.radius)
  if comet.radius > 12 then return end
  comet.dead = true
  award(HOME_POINTS * comet.order, comet.x, comet.y - 10, comet.gold and 4 or 11)
  burst(comet.x, comet.y, 14, 1.5, comet_ramp(comet))
  sound("home", 1, 55 + 2 * comet.order)
  if comet.gold and mend_planet() then note("MENDED", CENTER_X, CENTER_Y - 44, 5) end
end

local function move_comets()
  for _, comet in ipairs(world.comets) do move_free_comet(comet) end
  for _, comet in ipairs(world.thrown) do move_thrown_comet(comet) end
  for _, comet in ipairs(world.homing) do move_homing_comet(comet) end
end

-- Rocks.

local function shatter(rock, points, color)
  rock.dead = true
  local giant = rock.kind == "giant"
  burst(rock.x, rock.y, giant and 30 or 14, giant and 2.4 or 1.7, FIRE_SPARKS)
  award(points * (giant and 3 or 1) * multiplier(), rock.x, rock.y, color)
  jolt(giant and 3 or 1.5, giant and 4 or 2)
  sound("burst", 2)
end

-- As with a ball on a paddle, the place of the touch gives the direction.
local function bat(rock, offset)
  local keeper = world.keeper
  local angle = keeper.angle + offset * 1.7
  keeper.squash = 1.4
  burst(rock.x, rock.y, 8, 1.6, GOLD_SPARKS)
  award(BAT_POINTS * multiplier(), rock.x, rock.y)
  sound("bat", 0, 48 + 2 * #world.chain)
  jolt(1, 2)
  -- A giant splits on the shield, and both halves fly on as shots of ours.
  rock.dead = true
  for _, side in ipairs(rock.kind == "giant" and { -0.4, 0.4 } or { 0 }) do
    local x, y = polar(angle + side, 2 * FAR)
    local shot = aimed(rock.x, rock.y, x, y, BAT_SPEED)
    shot.batted = true
    add_rock(rock.kind == "giant" and "stone" or rock.kind, shot)
  end
end

local function meet_shots(rock)
  for _, comet in ipairs(world.thrown) do
    if near(rock, comet, rock.radius + 5) then
      comet.hits = comet.hits + 1
      return shatter(rock, HIT_POINTS * comet.hits, 11)
    end
  end
  for _, other in ipairs(world.rocks) do
    if other.batted and not other.dead and near(rock, other, rock.radius + other.radius + 2) then
      other.dead = true
      return shatter(rock, HIT_POINTS, 4)
    end
  end
end

local function meet_keeper(rock)
  local angle, distance = to_polar(rock.x, rock.y)
  local offset = turn_between(world.keeper.angle, angle)
  local reach = BAT_HALF + (rock.radius - 4) / ORBIT
  if distance > ORBIT - 6 and distance < ORBIT + rock.radius + 4 and math.abs(offset) < reach then
    return bat(rock, offset)
  end
  for i, link in ipairs(world.chain) do
    if near(rock, link, rock.radius + 3) then
      cut_chain(i)
      note("CHAIN CUT", link.x, link.y - 8, 3)
      return shatter(rock, BAT_POINTS)
    end
  end
end

local function move_rock(rock)
  drift(rock)
  rock.dead = rock.dead or not near(rock, CENTER, FAR + 1)
  if rock.batted then return trail(rock, 0.1, 14, ICE_SPARKS) end
  if rock.kind == "ember" then trail(rock, 0.2, 20, FIRE_SPARKS) end
  meet_shots(rock)
  if not rock.dead then meet_keeper(rock) end
  local cell_x, cell_y, tile = cell_at(rock.x + rock.vx * 3, rock.y + rock.vy * 3)
  if not rock.dead and fget(tile, SOLID) then
    rock.dead = true
    strike_planet(cell_x, cell_y, tile)
  end
end

-- A batted rock is replaced by a shot at the end of the list, which has its
-- turn in the same frame.
local function move_rocks()
  for _, rock in ipairs(world.rocks) do move_rock(rock) end
end

-- The passing of a night: a bonus for what is still whole, then harder skies.
local function pass_night()
  world.night_time = world.night_time + 1
  if world.night_time < NIGHT_LENGTH then return end
  local whole_cells = 0
  each_cell(function(_, _, tile, whole)
    if tile == whole then whole_cells = whole_cells + 1 end
  end)
  award(NIGHT_POINTS * world.night * whole_cells, CENTER_X, CENTER_Y + 24, 5)
  world.night, world.night_time = world.night + 1, 0
  world.banner = { text = "NIGHT " .. world.night, age = 0 }
  sound("night", 3)
end

local function move_sparks()
  for _, list in ipairs({ world.sparks, world.notes }) do
    for _, s in ipairs(list) do
      drift(s)
      s.vx, s.vy, s.age = s.vx * 0.96, s.vy * 0.96, s.age + 1
      s.dead = s.age >= s.life
    end
  end
end

local function sweep_world()
  for _, name in ipairs({ "rocks", "comets", "thrown", "homing", "sparks", "notes" }) do
    sweep(world[name])
  end
end

local function step_world(wishes)
  world.time = world.time + 1
  spawn_things()
  move_keeper(wishes)
  move_comets()
  move_rocks()
  pass_night()
  move_sparks()
  sweep_world()
end

-- Drawing the world, back to front.

local function twinkle(tile, x, y)
  if fget(tile, TWINKLE) and (frame // 12 + x * 7 + y * 3) % 9 == 0 then return tile + 1 end
  return tile
end

local function draw_orbit()
  for i = 0, 47 do
    local x, y = polar(i * math.pi / 24 + frame * 0.002, ORBIT)
    pix(x, y, i % 4 == 0 and 10 or 9)
  end
end

local function draw_planet()
  local jerk = world.pain > 4 and 1 or 0
  world.pain = math.max(0, world.pain - 1)
  if world.pain > 4 then
    recolor(WHITE)
  elseif frame % 60 < 8 or frame % 60 > 14 and frame % 60 < 20 then
    recolor(BEAT)   -- the core beats like a heart
  end
  map(LIVE_X, 0, PLANET_W, PLANET_H, PLANET_LEFT, PLANET_TOP + jerk, 0)
  recolor()
end

local function draw_rock(rock)
  local art = ROCKS[rock.kind]
  local half = art.size * 4
  local turn = (rock.spin + frame // (rock.batted and 3 or 10)) % 4
  recolor(rock.batted and ICE or rock.kind == "ember" and HOT or nil)
  spr(art.sprite, rock.x - half + 0.5, rock.y - half + 0.5, 0, 1, rock.flip, turn, art.size, art.size)
end

local function draw_comet(comet, index)
  recolor(comet.gold and GOLD or nil)
  spr(SPR_COMET + (frame // 5 + index) % 4, comet.x - 3.5, comet.y - 3.5, 0)
end

-- Any angle needs textured triangles; spr() turns by quarters only.
local function draw_keeper()
  local keeper = world.keeper
  local cos, sin = math.cos(keeper.angle), math.sin(keeper.angle)
  local wide, high = 9.5 + keeper.squash * 2, 8.5 - keeper.squash * 1.5
  local u, v = KEEPER_U + frame // 6 % 2 * 16, KEEPER_V
  local function corner(across, out)
    across, out = across * wide, out * high
    return keeper.x - sin * across + cos * out, keeper.y + cos * across + sin * out
  end
  local x1, y1 = corner(-1, 1)
  local x2, y2 = corner(1, 1)
  local x3, y3 = corner(-1, -1)
  local x4, y4 = corner(1, -1)
  ttri(x1, y1, x2, y2, x3, y3, u, v, u + 16, v, u, v + 16, 0, 0)
  ttri(x2, y2, x3, y3, x4, y4, u + 16, v, u, v + 16, u + 16, v + 16, 0, 0)
  if #world.chain > 0 then
    for i = 0, 5 do
      local x, y = polar(keeper.angle, ORBIT + 14 + i * 8 + frame // 3 % 8)
      pix(x, y, 10)
    end
  end
end

local function draw_sparks()
  for _, s in ipairs(world.sparks) do
    local k = s.age / s.life
    local color = s.ramp[1 + math.floor(k * #s.ramp)]
    if k < 0.25 then circ(s.x, s.y, 1, color) else pix(s.x, s.y, color) end
  end
end

local function draw_world()
  map(0, 0, 30, 17, 0, 0, -1, 1, twinkle)
  draw_orbit()
  draw_planet()
  draw_sparks()
  for _, rock in ipairs(world.rocks) do draw_rock(rock) end
  for _, name in ipairs({ "comets", "thrown", "homing", "chain" }) do
    for i, comet in ipairs(world[name]) do draw_comet(comet, i) end
  end
  recolor()
  if not world.ending then draw_keeper() end
  for _, n in ipairs(world.notes) do
    local width = print(n.text, 0, -20, 0, false, 1, true)
    local x, y = clamp(n.x - width / 2, 2, 238 - width), clamp(n.y, 12, 128)
    print(n.text, x + 1, y + 1, 8, false, 1, true)
    print(n.text, x, y, n.color, false, 1, true)
  end
end

-- Words on the second video bank, which shake and dimming leave alone.

local function center(text, y, color)
  local width = print(text, 0, -20)
  print(text, 121 - width / 2, y + 1, 8)
  print(text, 120 - width / 2, y, color)
end

-- Large letters; align 0 puts their left edge at x, 0.5 the middle, 1 the right.
local function big_text(text, x, y, scale, swap, align)
  local width = font(text, 0, -40, 0, 8, 8, false, scale)
  recolor(swap)
  font(text, x - width * (align or 0), y, 0, 8, 8, false, scale)
  recolor()
  return width
end

-- Arrows on the edge tell of what is still outside the picture.
local function draw_warnings()
  for _, list in ipairs({ world.rocks, world.comets }) do
    for _, thing in ipairs(list) do
      local x, y = clamp(thing.x, 5, 235), clamp(thing.y, 5, 131)
      local inward = (CENTER_X - thing.x) * thing.vx + (CENTER_Y - thing.y) * thing.vy > 0
      local outside = math.max(math.abs(x - thing.x), math.abs(y - thing.y))
      if inward and outside > 6 and frame % 16 < 11 then
        local side = thing.x < 0 and 3 or thing.x > 240 and 1 or thing.y > 136 and 2 or 0
        recolor(list == world.comets and not thing.gold and ICE or thing.kind == "ember" and HOT or nil)
        spr(SPR_ARROW, x - 4, y - 4, 0, 1, 0, side)
      end
    end
  end
  recolor()
end

local function draw_banner()
  local banner = world.banner
  if banner.age < 110 then
    banner.age = banner.age + 1
    -- In from the left, a rest in the middle, out to the right.
    local away = math.max(0, 25 - banner.age, banner.age - 85)
    local slide = away * away * (banner.age < 50 and -0.4 or 0.4)
    big_text(banner.text, 120 + slide, 112, 2, banner.swap, 0.5)
  end
end

local function draw_score()
  big_text(string.format("%06d", world.score), 3, 3, 1)
  big_text("X" .. multiplier(), 237, 3, 1, #world.chain > 0 and GOLD or nil, 1)
  for i, link in ipairs(world.chain) do pix(238 - i * 3, 13, link.gold and 4 or 11) end
  -- The night as a thin bar along the bottom edge.
  rect(0, 135, 240 * world.night_time / NIGHT_LENGTH, 1, 9)
end

local go

local title = {}

function title.enter() new_world(true) end

function title.update()
  if world.ending then new_world(true) end
  step_world(autopilot_wishes())
  if pressed.first then return "play" end
end

function title.hud()
  local text, x = "COMET KEEPER", 25
  for i = 1, #text do
    local letter = text:sub(i, i)
    local y = 6 + math.sin(frame * 0.05 + i * 0.55) * 2.5
    x = x + (letter == " " and 10 or big_text(letter, x, y, 2, i > 6 and GOLD or nil))
  end
  center("Bat rocks away. Keep comets. Save the core.", 27, 13)
  center("left right or mouse:  orbit", 94, 11)
  center("A (Z key) or click:  throw a comet", 102, 11)
  center("B (X key) or right click:  all home", 110, 11)
  if frame % 50 < 36 then center("press A or click to begin", 124, 4) end
  if best_score > 0 then
    big_text("BEST", 40, 54, 1, GOLD, 0.5)
    big_text(tostring(best_score), 40, 64, 1, GOLD, 0.5)
    big_text("NIGHT", 200, 54, 1, nil, 0.5)
    big_text(tostring(best_night), 200, 64, 1, nil, 0.5)
  end
end

local play = {}

function play.enter()
  new_world(false)
  sound("night", 3)
end

function play.update()
  step_world(player_wishes())
  if world.ending then return "over" end
end

function play.hud()
  draw_warnings()
  draw_score()
  draw_banner()
  if #world.chain > 0 and not world.taught then
    local throw, home = "A", "B"
    if pointer.active then throw, home = "click", "right click" end
    center(throw .. ": throw one    " .. home .. ": bring all home", 125, 13)
  end
end

local over = {}

function over.enter()
  new_best = world.score > best_score
  if new_best then
    best_score, best_night = world.score, world.night
    pmem(0, best_score)
    pmem(1, best_night)
  end
  cut_chain(1)
  jolt(9, 12)
  alarm = 0.8
  sound("over", 0, nil, 60)
  sound("hurt", 3)
end

-- The planet breaks up cell by cell while everything else drifts on.
function over.update()
  each_cell(function(cell_x, cell_y, tile)
    if tile == 0 or math.random() > 0.02 then return end
    local x, y = cell_middle(cell_x, cell_y)
    mset(cell_x, cell_y, 0)
    burst(x, y, 12, 2.8, math.random() < 0.5 and FIRE_SPARKS or EARTH_SPARKS)
    jolt(4, 0)
  end)
  for _, rock in ipairs(world.rocks) do drift(rock) end
  for _, comet in ipairs(world.comets) do drift(comet) end
  move_sparks()
  sweep_world()
  -- A short deafness, so that a last desperate throw does not skip the score.
  if scene_time > 40 then
    if pressed.first then return "play" end
    if pressed.second then return "title" end
  end
end

function over.hud()
  local drop = math.min(0, scene_time - 40) ^ 2 * -0.05
  big_text("GAME OVER", 120, 18 + drop, 2, GOLD, 0.5)
  center(world.ending, 40 + drop, 12)
  if scene_time < 40 then return end
  big_text(tostring(world.score), 120, 56, 2, nil, 0.5)
  center(string.format("in night %d", world.night), 76, 13)
  if not new_best then
    center(string.format("best %d", best_score), 88, 14)
  elseif frame % 30 < 22 then
    center("a new best!", 88, 5)
  end
  center("A or click: again    B or right click: title", 116, frame % 40 < 30 and 4 or 3)
end

local scenes = { title = title, play = play, over = over }

function go(name)
  scene, scene_time = scenes[name], 0
  scene.enter()
end

-- Light: the world dims behind words, the sky knows the time of night.

local function update_light()
  local wanted = scene == play and 1 or scene == title and 0.6 or scene_time > 40 and 0.45 or 1
  light = light + clamp(wanted - light, -0.03, 0.03)
  for i = 3, 47 do poke(PALETTE + i, base_palette[i] * light // 1) end
  alarm = math.max(0, alarm - 0.06)
  local dawn = (world.night_time / NIGHT_LENGTH) ^ 3
  for i = 1, 3 do
    sky_top[i] = mix(mix(NIGHT_SKY[1][i], DAWN_SKY[1][i], dawn), ALARM_SKY[1][i], alarm) * light
    sky_low[i] = mix(mix(NIGHT_SKY[2][i], DAWN_SKY[2][i], dawn), ALARM_SKY[2][i], alarm) * light
  end
end

local function update_shake()
  shake = shake < 0.3 and 0 or shake * 0.86
  poke(OFFSET_X, (random(-shake, shake) + 0.5) // 1 & 255)
  poke(OFFSET_Y, (random(-shake, shake) + 0.5) // 1 & 255)
end

-- Callbacks.

function BOOT()
  for i = 0, 47 do base_palette[i] = peek(PALETTE + i) end
  best_score, best_night = pmem(0), math.max(1, pmem(1))
  go("title")
end

function TIC()
  frame, scene_time = frame + 1, scene_time + 1
  read_input()
  -- A few still frames after a hard hit let the eye see what happened.
  if freeze > 0 then
    freeze = freeze - 1
  else
    local next_scene = scene.update()
    pressed.first, pressed.second = false, false
    if next_scene then go(next_scene) end
  end
  update_light()
  update_shake()
  draw_world()
end

function OVR() scene.hud() end

-- Color 0 is the sky: another shade in each row, out into the border.
function BDR(row)
  vbank(0)
  local k = row / 143
  for i = 1, 3 do poke(PALETTE + i - 1, mix(sky_top[i], sky_low[i], k) // 1) end
end

function MENU() go("play") end

-- <TILES>
-- 001:000000000000000000d000000000000000000000000000000000008000000000
-- 002:000000000080000008c800000080000000000000000000000000008000000000
-- 003:0000000000000e00000000000000000008000000000000000000000000080000
-- 004:0000000000000c0000000000000000000f0000000000000000000000000e0000
-- 005:08000000000000000000000000000080000000000000000000f0000000000000
-- 006:090000000000000000000000000000e000000000000000000080000000000000
-- 007:0000000000080000000e000008eae800000e0000000800000000000000000008
-- 008:0008000000090000000b000089bcb980000b000000090000000800000000000e
-- 009:0000000000000000000000000000000000008000000000000000000000000000
-- 010:0000000000000000000000000089998000888999000888880000008800000008
-- 011:000000000000000000000000000000009900000089a90000999a98009abcba90
-- 012:0000000000000000000000000000000000000000000000000000000008000000
-- 013:000000000000000000000de0000dde0f00cde0f000ddef000cdde0f00cddef00
-- 014:0000000000000000f00000000000000000000000000000000000000000000000
-- 017:00020000002dc000000ecd000000ecd1000ddecd00dcccec0dccccce0dcccccc
-- 018:000000000000000000000000000000001dd00000d1ddd000b1dddd0011dddde0
-- 021:00000000000000000000000000000000000dd00000dcc00c0dccc0c00dccccc0
-- 022:000000000000000000000000000000001dd00000d1d00000b10dd000110dde00
-- 027:09abcba9008aa999000099980000009900000000000000000000000000000000
-- 028:0080000080080000800880009998880008999800000000000000000000000000
-- 029:0cdde0f00ccdef000ccedef000ccddef00ccddde000cccde00000ccd00000000
-- 030:0000000000000000f000f0000f0f0000e0f0e000deee0000dd00000000000000
-- 033:0dcccccd0dccccdd0dcccddd0fffffff0ed44fd40ed44fd40edddddd0fffffff
-- 034:ddddddefddddddefddddeeefffffffff4fd44eff4fd44effdddddeeffffffff1
-- 037:0dcccc0d0dccc0dd0dcc0ddd0fff0fff0ed11fd00ed11f010edd0ddd0fff0fff
-- 038:0d0dd0ef0d0dd0ef0ddd0eeff0ffffff1fd11eff1fd31eff0ddd0eeff0fffff1
-- 048:0000000000000000000000000000005500000556000055660005566700056677
-- 049:05555555055556665566777766677eee667eeeee67eedeee7eeeef11f1111111
-- 050:55555550666555506666665577766666eee77766efeeee771111eee7121111ee
-- 051:00000000000000000000000066000000666000006666000076666000e7776000
-- 052:0000000000000000000000000000005500000556000005660005166700000677
-- 053:055505550555066655660777660710ee60000eee010e1eee0eeeef1101111111
-- 054:55555550666555500660665500700666e1000766efe01e771110eee7121011ee
-- 055:00000000000000000000000066000000606000000160000076006000e0176000
-- 064:005667ed055677ee05667ee105667ee15567ee115667ef11567eee11567eee11
-- 065:e1112122111222231122333312233434223344441234444c223344cc23344ccc
-- 066:2121111e23221211333221114433221144433221cc443322ccc44331ccc44322
-- 067:ee777600eef77660efeef7601efff7601ffff76611fff77711fff777111ff777
-- 068:005107ed055007ee056000010560001155600e115661ef11567eee11567eee11
-- 069:111121221112222311220033122000302230040412300440223014cc23044ccc
-- 070:2121111023221210333221014400001144000221c01413220cc443311cc44322
-- 071:ee777600eef77660efeef7001eff00101fff016611f0f77711f0f77711100777
-- 080:567eee11567eed115667ee1155677e1105667e11056667e1055667ef005667ee
-- 081:22344ccc13344ccc223344cc12233444112233441112233311112232e1111212
-- 082:ccc44332cc443322c4444321444433224343322133332211322221112212111f
-- 083:211ff777111ef77711fff77711fff7771efff7701fef7770ffff7770fff77700
-- 084:567eee11007eed115007ee1155070e1005100001050160e10556670f005667ee
-- 085:02144ccc00344ccc200344cc11030444111200441112200311112002e1111202
-- 086:ccc44300cc443300c4440301444000224340312133302211300221110112111f
-- 087:0111f777011ef77701fff7771000f7771100f77010e1777001ff77701ff77700
-- 096:0006667e00066677000066670000066700000066000000000000000000000000
-- 097:ee111111eeeef1117eefffff77ffefff777fffff667777f70666677700006777
-- 098:21111fff1111ffff111fffffffffffffff777777777777777777777077770000
-- 099:ef777000ff777000f77700007770000077000000000000000000000000000000
-- 100:0006667e00066677000066670000066700000066000000000000000000000000
-- 101:e0100100e0e1001170ef01ff770fefff7700ffff600177f70616677700006777
-- 102:11111fff1111ffff111ffffffff00fffff007777770700777017707070070000
-- 103:ef077000ff107000f77000007770000077000000000000000000000000000000
-- </TILES>

-- <SPRITES>
-- 001:0011110001343210134322211432212113221221122122110122111000111100
-- 002:0001110001133210013432211333221112212221122211210121221000111100
-- 004:0000000100000113000011330011433300133333001333330013311300131111
-- 005:1100000031100000332100003331000021111000211231002122321033332211
-- 008:000bb00000bccb000bccccb0bccccccbbccccccb0bccccb000bccb00000bb000
-- 009:0000000000abba000abccba00bccccb00bccccb00abccba000abba0000000000
-- 010:00abb0000abccba0abccccb0bccccccbbccccccb0bcccca00abccba0000bba00
-- 011:000a000000abba000abccba0abccccb00bcccca00abccba000abba000000a000
-- 012:000cc00000c44c00004334000433334003222230322222232200002200000000
-- 013:000c0000000c000000cbc000ccb0bcc000cbc000000c0000000c000000000000
-- 014:0000000000110000013410000132210000122100000110000000000000000000
-- 015:0000000000010000001310000013210001322100001110000000000000000000
-- 020:0013111201321122013222230132222201122222001111110000000000000000
-- 021:3222221132222111211111101112110021221000222100001110000000000000
-- 033:cc000000cc800000bb800000bb800000aa800000088000009900000008800000
-- 039:cc000000cc8000000b8000000080000000000000000000000000000000000000
-- 043:0000000000cc000000bb8000bbbbbb0008aa888000aa80000008800000000000
-- 045:0000000000000000000000000bbbb00000888800000000000000000000000000
-- 046:0000000000000000000000000000000000000000aa0000009980000008800000
-- 048:0cccc000cc88cc00bb8bbb80bbbbbb80aaa8aa80aa88aa800999988000888800
-- 049:00cc00000ccc800000bb800000bb800000aa800000aa80000999900000888800
-- 050:0cccc000cc88cc000880bb8000bbb8800aa88800aa8800009999990008888880
-- 051:0cccc000cc88cc000880bb8000bbb8800008aa00aa00aa800999988000888800
-- 052:000ccc0000cccc800bb8bb80bb88bb80aaaaaa800888aa800000998000000880
-- 053:cccccc00cc888880bbbbb0000888bb000000aa80aa00aa800999988000888800
-- 054:0cccc000cc888800bb800000bbbbb000aa88aa00aa80aa800999988000888800
-- 055:cccccc000888cc80000bb88000bb880000aa800000aa80000099800000088000
-- 056:0cccc000cc88cc00bb80bb800bbbb880aa88aa00aa80aa800999988000888800
-- 057:0cccc000cc88cc00bb80bb800bbbbb800088aa800000aa800999988000888800
-- 058:00000000cc000000bb80000008800000aa000000aa8000000880000000000000
-- 065:0cccc000cc88cc00bb80bb80bbbbbb80aa88aa80aa80aa809980998008800880
-- 066:ccccc000cc88cc00bb80bb80bbbbb880aa88aa00aa80aa809999988008888800
-- 067:0cccc000cc88cc00bb800880bb800000aa800000aa80aa000999988000888800
-- 068:ccccc000cc88cc00bb80bb80bb80bb80aa80aa80aa80aa809999988008888800
-- 069:cccccc00cc888880bb800000bbbbb000aa888800aa8000009999990008888880
-- 070:cccccc00cc888880bb800000bbbbb000aa888800aa8000009980000008800000
-- 071:0cccc000cc88cc00bb800880bb8bbb00aa80aa80aa80aa800999988000888800
-- 072:cc00cc00cc80cc80bb80bb80bbbbbb80aa88aa80aa80aa809980998008800880
-- 073:cccc00000cc880000bb800000bb800000aa800000aa800009999000008888000
-- 074:00cccc00000cc880000bb800000bb800000aa800aa0aa8000999880000888000
-- 075:cc00cc00cc8cc880bbbb8800bbb88000aaaa0000aa8aa0009980990008800880
-- 076:cc000000cc800000bb800000bb800000aa800000aa8000009999990008888880
-- 077:cc00cc00cccccc80bbbbbb80bb88bb80aa80aa80aa80aa809980998008800880
-- 078:cc00cc00ccc0cc80bbbbbb80bbbbbb80aa8aaa80aa80aa809980998008800880
-- 079:0cccc000cc88cc00bb80bb80bb80bb80aa80aa80aa80aa800999988000888800
-- 080:ccccc000cc88cc00bb80bb80bbbbb880aa888800aa8000009980000008800000
-- 081:0cccc000cc88cc00bb80bb80bb80bb80aa80aa80aa8aa8800990990000880880
-- 082:ccccc000cc88cc00bb80bb80bbbbb880aaaa8800aa8aa0009980990008800880
-- 083:0cccc000cc88cc00bb8008800bbbb0000088aa00aa00aa800999988000888800
-- 084:cccccc0008cc888000bb800000bb800000aa800000aa80000099800000088000
-- 085:cc00cc00cc80cc80bb80bb80bb80bb80aa80aa80aa80aa800999988000888800
-- 086:cc00cc00cc80cc80bb80bb80bb80bb80aa80aa800aaaa8800099880000088000
-- 087:cc00cc00cc80cc80bb80bb80bb80bb80aaaaaa80aaaaaa809988998008800880
-- 088:cc00cc00cc80cc800bbbb88000bb88000aaaa000aa88aa009980998008800880
-- 089:cc00cc00cc80cc80bb80bb800bbbb88000aa880000aa80000099800000088000
-- 090:cccccc000888cc80000bb88000bb88000aa88000aa8800009999990008888880
-- 128:0000cccc00ccbbbb0cbbaaaacbaa9999ba990000a90000ed90000edd0000eddb
-- 129:cccc0000bbbbcc00aaaabbc09999aabc000099abde00009acce00009bcde0000
-- 130:0000cccc00ccbbbb0cbbaaaacbaa9999ba990000a90000ed90000edd0000eddb
-- 131:cccc0000bbbbcc00aaaabbc09999aabc000099abde00009acce00009bcde0000
-- 144:0000edba000fedab00fdefdd00fee0fe000f00f40000004c0000000400000000
-- 145:abde0000bade0f00ddfedf00ef0eef004f00f000c40000004000000000000000
-- 146:0000edba000fedab00fdefdd00fee0fe000f00f3000000340000003400000003
-- 147:abde0000bade0f00ddfedf00ef0eef003f00f000430000004300000030000000
-- </SPRITES>

-- <MAP>
-- 000:000090000000909000000000009000000000500000000050500030900030000000112100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 001:000000905000905000701070100000900000003000007000005000005000000000122200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 002:900000005000009050003000105000903000900090000000503090500090000003132333000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 003:305050000070900000000000000000303030000000300090000050303000000004142434000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 004:000000000000903010300000005050505090000000005000000000005000000005152535000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 005:009000300000000000500000000010900000900070000000300050009000000006162636000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 006:0000000000901030000050003000100000709000500030300000d0e07010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 007:3000000000000000000090900000009000900090000090000050d1e10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 008:900000900000000000909000000000000000100000000030005000000090000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 009:000000000000500000303000500000003000909000000000305000009000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 010:900000005000900000000050000090100030000000909090000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 011:500000a0b0c0300000905000005030100000003000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 012:000000a1b1c1009010000090903010909050900030500000000000501000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 013:009090009000000000000030300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 014:003000000000000000000000000010000000005050101030900090000050000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 015:001000009000003090100000000000000050009010009000509000303000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- 016:700000500000500000003000000000000000009000501000009000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- </MAP>

-- <WAVES>
-- 000:0000000000000000ffffffffffffffff
-- 001:0123456789abcdeffedcba9876543210
-- 002:00112233445566778899aabbccddeeff
-- </WAVES>

-- <SFX>
-- 000:2003410171009100b100d100e100f100f100f100f100f100f100f100f100f100f100f100f100f100f100f100f100f100f100f100f100f100f100f100c00000000000
-- 001:51004100514061407170817091c0a1c0b1c0c1c0d1c0e1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0500000000000
-- 002:4207520562037201820f920ea20db20cc20cd20ce20cf20cf20cf20cf20cf20cf20cf20cf20cf20cf20cf20cf20cf20cf20cf20cf20cf20cf20cf20cc00000000000
-- 003:13002300330f530f630e730e830e930ea30eb30ec30ec30ed30ed30ee30ee30ef30ef30ef30ef30ef30ef30ef30ef30ef30ef30ef30ef30ef30ef30ed00000000000
-- 004:0300030f130e130d230d330d430d530d630d730d830d930da30db30dc30dd30de30df30df30df30df30df30df30df30df30df30df30df30df30df30db00000000000
-- 005:410041005100617071709170a1c0b1c0c1c0d1c0e1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0500000000000
-- 006:2000200f200f300e300e300d400d400c400c500b500b600a600a700970098009800990099009a009a009b009b009c009c009d009d009e009e009f009c00000000000
-- 007:410041004100510051405140614061406170717081709170a1c0b1c0c1c0d1c0e1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0f1c0400000000000
-- </SFX>

-- <FLAGS>
-- 000:000100010001000100000000000000000030300000b0b00000000000000000000030300000b0b0000000000000000000101010109090909000000000000000001050501090d0d09000000000000000001050501090d0d090000000000000000010101010909090900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- </FLAGS>

-- <PALETTE>
-- 000:1a1c2c5d275db13e53ef7d57ffcd75a7f07038b76425717929366f3b5dc941a6f673eff7f4f4f494b0c2566c86333c57
-- </PALETTE>
