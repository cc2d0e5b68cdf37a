-- The rules of the dungeon, one test a rule. No clock is needed here: a world
-- is made, an action is carried out, a beat hits.

local balance = require "balance"
local cells = require "cells"
local collapse = require "collapse"
local items = require "items"
local level = require "level"
local monsters = require "monsters"
local paths = require "paths"
local player = require "player"
local rules = require "rules"
local steps = require "steps"
local traps = require "traps"

-- A level from lines: # wall, . floor, and where things are. @ is the player,
-- who starts there.
local function room(text)
  local rows = {}
  for row in text:gmatch "%S+" do rows[#rows + 1] = row end
  local lev = level.bare(grid.new(#rows[1], #rows, cells.FLOOR), "room")
  for y, row in ipairs(rows) do
    for x = 1, #row do
      local glyph = row:sub(x, x)
      if glyph == "#" then lev.cells:set(x - 1, y - 1, cells.WALL) end
      if glyph == "@" then lev.start_x, lev.start_y = x - 1, y - 1 end
      if glyph == "!" then
        lev.cells:set(x - 1, y - 1, cells.GOAL)
        lev.goals[#lev.goals + 1] = { x = x - 1, y = y - 1 }
      end
      if glyph == ">" then
        lev.cells:set(x - 1, y - 1, cells.EXIT)
        lev.exit_x, lev.exit_y = x - 1, y - 1
      end
    end
  end
  return lev, rules.new_world(lev)
end

local function at(world) return { world.x, world.y } end

local function place(world, id) return { world.monsters.x[id], world.monsters.y[id] } end

test("all eight ways are steps", function()
  for name, step in pairs(steps.BY_NAME) do
    local _, world = room ".....  .....  ..@..  .....  ....."
    expect(rules.move(world, name)):is(true)
    expect(at(world)):is { 2 + step[1], 2 + step[2] }
  end
end)

test("keys: QWE AD ZXC with S, arrows and pad, HJKLYUBN, numpad", function()
  local expected = {
    straight_n = { 0, "w", "k", "kp8" }, straight_s = { 1, "s", "x", "j", "kp2" },
    straight_w = { 2, "a", "h", "kp4" }, straight_e = { 3, "d", "l", "kp6" },
    diagonal_nw = { "q", "y", "kp7" }, diagonal_ne = { "e", "u", "kp9" },
    diagonal_sw = { "z", "b", "kp1" }, diagonal_se = { "c", "n", "kp3" },
  }
  expect(steps.KEYS):is(expected)
end)

test("names put diagonals first, so that ties go to them", function()
  for diagonal in pairs(steps.CHORDS) do
    for name in pairs(steps.BY_NAME) do
      if not steps.CHORDS[name] then expect(diagonal < name):is(true) end
    end
  end
end)

test("a player begins with 3 hearts, 2 digs and no combo", function()
  local _, world = room "@"
  expect({ world.hp, world.digs, world.combo }):is { 3, 2, 0 }
end)

test("into a wall is a dig and a step, while digs are left", function()
  local _, world = room "@###"
  expect(rules.move(world, "straight_e")):is(true)
  expect({ at(world), world.digs }):is { { 1, 0 }, 1 }
  expect(rules.move(world, "straight_e")):is(true)
  expect({ at(world), world.digs }):is { { 2, 0 }, 0 }
  expect(rules.move(world, "straight_e")):is(false)
end)

test("out of the dungeon is against the rules, with digs too", function()
  local _, world = room "@."
  expect(rules.move(world, "straight_w")):is(false)
end)

test("a monster in reach is attacked, and then there is no step", function()
  local _, world = room "@.."
  monsters.add(world, monsters.SKELETON, 1, 0, 1, 0, 0)
  expect(rules.move(world, "straight_e")):is(true)
  expect({ at(world), world.monsters.hp[1] }):is { { 0, 0 }, 1 }
end)

test("a kill gives combo, a dig, and gold times one and the combo", function()
  local _, world = room "@......"
  for i = 1, 6 do
    local digs = math.min(balance.MOST_DIGS, 2 + i)
    local combo = world.combo
    monsters.add(world, monsters.SLOW_SLIME, world.x + 1, 0, 1, 0, 0)
    rules.move(world, "straight_e")
    expect({ world.combo, world.digs }):is { math.min(4, i), digs }
    expect(world.items:get(world.x + 1, 0)):is(items.GOLD + 1 + combo)
    rules.move(world, "straight_e")
  end
  -- 1 + 2 + 3 + 4 + 5 + 5
  expect(world.gold):is(20)
end)

test("gold of a kind: slimes 1, skeletons 2, ghosts 3", function()
  local expected = { 1, 1, 2, 3 }
  for kind, gold in ipairs(expected) do expect(monsters.KINDS[kind].gold):is(gold) end
end)

test("any failed verdict resets the combo, a success does not", function()
  for _, verdict in ipairs { "early", "late", "failed", "missed" } do
    local _, world = room "@"
    world.combo = 3
    rules.close(world, 0, verdict)
    expect(world.combo):is(0)
  end
  for _, verdict in ipairs { "great", "good", "okay" } do
    local _, world = room "@"
    world.combo = 3
    rules.close(world, 0, verdict)
    expect(world.combo):is(3)
  end
end)

test("the spear reaches two tiles in line, not through walls", function()
  local _, world = room "@...  ....  @#.."
  world.x, world.y, world.weapon = 0, 0, player.SPEAR
  local near = monsters.add(world, monsters.GHOST, 1, 0, 0, 0, 0)
  local far = monsters.add(world, monsters.GHOST, 2, 0, 0, 0, 0)
  local beyond = monsters.add(world, monsters.GHOST, 3, 0, 0, 0, 0)
  rules.move(world, "straight_e")
  local hp = world.monsters.hp
  expect({ hp[near], hp[far], hp[beyond] }):is { 2, 2, 3 }
  local _, walled = room "@#.."
  walled.weapon = player.SPEAR
  monsters.add(walled, monsters.GHOST, 2, 0, 0, 0, 0)
  rules.move(walled, "straight_e")
  expect({ walled.monsters.hp[1], walled.x }):is { 3, 1 }
end)

test("the broadsword reaches three tiles side by side", function()
  for _, it in ipairs {
    { "straight_e", { { 3, 1 }, { 3, 2 }, { 3, 3 } } },
    { "diagonal_nw", { { 1, 1 }, { 2, 1 }, { 1, 2 } } },
  } do
    local _, world = room ".....  .....  ..@..  .....  ....."
    world.weapon = player.SWORD
    for _, where in ipairs(it[2]) do monsters.add(world, monsters.GHOST, where[1], where[2], 0, 0, 0) end
    local behind = monsters.add(world, monsters.GHOST, 2, 3, 0, 0, 0)
    rules.move(world, it[1])
    local hp = world.monsters.hp
    expect({ hp[1], hp[2], hp[3] }):is { 2, 2, 2 }
    if it[1] == "straight_e" then expect(hp[behind]):is(3) end
  end
end)

test("the dagger reaches one tile", function()
  local _, world = room "@..."
  monsters.add(world, monsters.GHOST, 2, 0, 0, 0, 0)
  rules.move(world, "straight_e")
  expect({ world.x, world.monsters.hp[1] }):is { 1, 3 }
end)

test("armor takes two blows", function()
  local _, world = room "@."
  world.items:set(1, 0, items.ARMOR)
  rules.move(world, "straight_e")
  local lost = {}
  for i = 1, 3 do
    player.hurt(world, "ghost", 0, 0)
    lost[i] = 3 - world.hp
  end
  expect(lost):is { 0, 0, 1 }
end)

test("a shovel digs for nothing, for 17 beats", function()
  local lev, world = room("@." .. ("#"):rep(30))
  world.items:set(1, 0, items.SHOVEL)
  rules.move(world, "straight_e")
  world.digs = 0
  local beats = 0
  for n = 0, 40 do
    if rules.move(world, "straight_e") == false then break end
    beats = beats + 1
    rules.beat(world, lev, n)
  end
  expect(beats):is(17)
end)

test("a potion mends a heart and is left lying by the healthy", function()
  local _, world = room "@.."
  world.items:set(1, 0, items.POTION)
  rules.move(world, "straight_e")
  expect({ world.hp, world.items:get(1, 0) }):is { 3, items.POTION }
  world.hp = 1
  rules.move(world, "straight_w")
  rules.move(world, "straight_e")
  expect({ world.hp, world.items:get(1, 0) }):is { 2, items.NONE }
end)

test("a weapon that was held is left where the new one lay", function()
  local _, world = room "@.."
  world.weapon = player.SPEAR
  world.items:set(1, 0, items.SWORD)
  rules.move(world, "straight_e")
  expect({ world.weapon, world.items:get(1, 0) }):is { player.SWORD, items.SPEAR }
end)

-- Where a monster is after each beat.
local function walk(lev, world, id, beats)
  local way = {}
  for n = 0, beats - 1 do
    rules.beat(world, lev, n)
    way[n + 1] = place(world, id)
  end
  return way
end

test("a slow slime goes to and fro between two tiles, every 4 beats", function()
  local lev, world = room "@.......  ........  ........"
  local id = monsters.add(world, monsters.SLOW_SLIME, 4, 2, 1, 0, 1)
  expect(walk(lev, world, id, 10)):is {
    { 4, 2 }, { 5, 2 }, { 5, 2 }, { 5, 2 }, { 5, 2 }, { 4, 2 }, { 4, 2 }, { 4, 2 }, { 4, 2 }, { 5, 2 },
  }
end)

test("a quick slime goes round four tiles, every 2 beats, and takes 2 hits", function()
  local lev, world = room "@.......  ........  ........  ........"
  local id = monsters.add(world, monsters.QUICK_SLIME, 4, 1, 1, 0, 0)
  expect(walk(lev, world, id, 8)):is {
    { 5, 1 }, { 5, 1 }, { 5, 2 }, { 5, 2 }, { 4, 2 }, { 4, 2 }, { 4, 1 }, { 4, 1 },
  }
  expect(world.monsters.hp[id]):is(2)
end)

test("a skeleton walks on every 2 beats and turns round at walls", function()
  local lev, world = room "@......  #......  #...#.."
  local id = monsters.add(world, monsters.SKELETON, 2, 2, 1, 0, 0)
  local way = walk(lev, world, id, 12)
  local xs = {}
  for i = 1, 12, 2 do xs[#xs + 1] = way[i][1] end
  expect(xs):is { 3, 3, 2, 1, 1, 2 }
end)

test("a ghost notices within 5 tiles, then follows through walls", function()
  local lev, world = room "@.....#...."
  local id = monsters.add(world, monsters.GHOST, 6, 0, 0, 0, 0)
  world.who:set(6, 0, 0)
  world.monsters.x[id] = 7
  world.who:set(7, 0, id)
  expect(walk(lev, world, id, 3)):is { { 7, 0 }, { 7, 0 }, { 7, 0 } }
  rules.move(world, "straight_e")
  rules.move(world, "straight_e")
  rules.beat(world, lev, 4)
  expect(place(world, id)):is { 6, 0 }
  expect(cells.is_wall(world.cells:get(6, 0))):is(true)
  -- It does not forget.
  world.x = 0
  rules.beat(world, lev, 6)
  expect(place(world, id)):is { 5, 0 }
end)

test("moving onto the player is an attack, and the monster stays", function()
  local lev, world = room "...  .@.  ..."
  local id = monsters.add(world, monsters.SLOW_SLIME, 0, 1, 1, 0, 0)
  rules.beat(world, lev, 0)
  expect({ world.hp, place(world, id) }):is { 2, { 0, 1 } }
end)

test("monsters do not walk into each other", function()
  local lev, world = room "@.....  ......"
  monsters.add(world, monsters.SKELETON, 2, 1, 1, 0, 0)
  local other = monsters.add(world, monsters.SLOW_SLIME, 3, 1, 1, 0, 1)
  rules.beat(world, lev, 0)
  expect({ place(world, 1), place(world, other) }):is { { 2, 1 }, { 3, 1 } }
end)

test("spikes strike on their beat of four and only there", function()
  local lev, world = room "@"
  lev.traps:set(0, 0, traps.SPIKES + 2)
  local hp = {}
  for n = 0, 3 do
    rules.beat(world, lev, n)
    hp[n + 1] = world.hp
  end
  expect(hp):is { 3, 3, 2, 2 }
end)

test("fire spreads over three beats and not through walls", function()
  local lev, world = room ".......  .......  ...#...  .......  @......"
  lev.vents = { x = { 3 }, y = { 3 }, phase = { 5 } }
  local function burning(n)
    local found = {}
    for y = 0, 4 do
      for x = 0, 6 do
        if traps.burns(world, lev, x, y, n) then found[#found + 1] = x .. "," .. y end
      end
    end
    return table.concat(found, " ")
  end
  expect(burning(4)):is ""
  expect(burning(5)):is "3,3"
  expect(burning(6)):is "2,2 4,2 2,3 4,3 2,4 3,4 4,4"
  expect(burning(7)):is "1,1 5,1 1,2 5,2 1,3 5,3 1,4 5,4"
  expect(burning(8)):is ""
  expect(burning(13)):is "3,3"
end)

test("the third goal begins the collapse, the exit is open only then", function()
  local lev, world = room "@!>!!...................."
  lev.distances = paths.distances(lev.cells, lev.exit_x, lev.exit_y)
  lev.plain = grid.new(25, 1, cells.PLAIN_LIGHT)
  rules.move(world, "straight_e")
  rules.move(world, "straight_e")
  expect({ world.goals, world.won }):is { 1, false }
  rules.move(world, "straight_e")
  rules.beat(world, lev, 0)
  expect(world.fall_beat):is(nil)
  rules.move(world, "straight_e")
  rules.beat(world, lev, 1)
  expect({ world.goals, world.fall_beat }):is { 3, 1 + balance.COLLAPSE_GRACE }
  rules.move(world, "straight_w")
  rules.move(world, "straight_w")
  expect(world.won):is(true)
end)

-- A level whose goals are taken; the player stands on the last.
local function falling()
  local lev = level.from_text("PULSE", 4)
  local world = rules.new_world(lev)
  world.x, world.y, world.goals = lev.goals[1].x, lev.goals[1].y, 3
  for x = world.x, lev.w - 1 do
    if not cells.is_wall(world.cells:get(x, world.y)) and lev.distances[world.y * lev.w + x] then break end
    world.cells:set(x, world.y, cells.DUG)
  end
  rules.beat(world, lev, 0)
  return lev, world
end

test("the dungeon falls outwards, ring by ring, into the plain code", function()
  local lev, world = falling()
  world.hp = 1000
  local last = -1
  for n = 1, 400 do
    rules.beat(world, lev, n)
    expect(world.fall_radius):at_least(last)
    last = world.fall_radius
    for y = 0, lev.h - 1, 3 do
      for x = 0, lev.w - 1, 3 do
        if monsters.distance(x, y, world.fall_x, world.fall_y) <= world.fall_radius then
          expect(world.cells:get(x, y)):is(lev.plain:get(x, y))
        end
      end
    end
    if last > lev.w then break end
  end
  expect(last):above(lev.w)
  expect(world.hp):below(1000)
  -- Only ghosts walk where it has fallen.
  for id, hp in ipairs(world.monsters.hp) do
    if hp > 0 then expect(world.monsters.kind[id]):is(monsters.GHOST) end
  end
end)

test("the plain code is the stored one, whatever was dug", function()
  local lev = level.from_text("PULSE", 1)
  for y, row in ipairs(lev.matrix) do
    for x = 1, #row do
      local plain = row:sub(x, x) == "#" and cells.PLAIN_DARK or cells.PLAIN_LIGHT
      expect(lev.plain:get(x * 2 - 1, y * 2 - 2)):is(plain)
    end
  end
end)

test("whoever takes the shortest way out is never caught, by any song", function()
  for hard = 1, 4 do
    local lev, world = falling()
    lev.hard = hard
    local way = paths.way(world.cells, lev.distances, world.x, world.y)
    expect(way.x[#way.x]):is(lev.exit_x)
    for i = 1, #way.x do
      world.x, world.y = way.x[i], way.y[i]
      -- A step a beat leaves at least a third of a beat each to spare.
      expect(monsters.distance(way.x[i], way.y[i], world.fall_x, world.fall_y))
        :above(collapse.radius_at(world, lev, i + balance.COLLAPSE_GRACE // 2))
    end
  end
end)

test("a death waits for the close of its beat", function()
  local lev, world = room "..  .@"
  world.hp = 1
  monsters.add(world, monsters.SLOW_SLIME, 0, 1, 1, 0, 0)
  rules.beat(world, lev, 0)
  expect({ world.hp, world.over, world.reason }):is { 0, false, "slow slime" }
  rules.close(world, 0, "missed")
  expect(world.over):is(true)
end)

test("slimes seep in while some are missing, so digs can always be earned", function()
  local lev = level.from_text("PULSE", 1)
  local world = rules.new_world(lev)
  for id = 1, #world.monsters.hp do monsters.remove(world, id) end
  for n = 0, balance.SEEP_BEATS do rules.beat(world, lev, n) end
  expect(monsters.alive(world)):above(0)
end)

test("one code is one level everywhere: a level comes from its text alone", function()
  local function sum(text)
    local world = rules.new_world(level.from_text(text, 3))
    return rollback.hash(world)
  end
  expect(sum "PULSE"):is(sum "PULSE")
  expect(sum "PULSE"):is_not(sum "pulse")
end)

test("every version 1 to 6 is a level: goals and exit within reach", function(t)
  for version, length in ipairs { 14, 26, 42, 62, 84, 106 } do
    for seed = 1, 3 do
      local text = (("%d-%d pulse code "):format(version, seed)):rep(8):sub(1, length)
      local lev = level.from_text(text, 1 + seed)
      expect(lev.w):is(2 * (17 + 4 * version))
      expect(#lev.goals):is(3)
      expect(lev.distances[lev.start_y * lev.w + lev.start_x]):is_not(nil)
      -- A wall is dearer than any way around it.
      for _, goal in ipairs(lev.goals) do
        local costs = paths.costs(lev.cells, goal.x, goal.y, 400)
        expect(costs[lev.start_y * lev.w + lev.start_x] // 400):at_most(4)
      end
      t:run(1)
    end
  end
end)
