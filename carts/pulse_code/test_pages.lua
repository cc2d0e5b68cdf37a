-- Everything around the dungeon: title, first room, pause, endings, codes.

local balance = require "balance"
local campaign = require "campaign"
local cells = require "cells"
local game = require "game"
local level = require "level"
local radar = require "radar"
local rules = require "rules"
local run = require "run"
local scores = require "scores"
local title = require "title"
local traps = require "traps"
local typing = require "typing"

local LEARNED = { store = { pulse = { learned = true, line = 1, best = {} } } }

local function is_on(t, name) return t:locals(TIC).scene == require(name) end

local function in_game(t)
  t:press "space"
  t:wait_for(function() return run.world end)
end

test("any key on the title begins, at its first press", function(t)
  for _, name in ipairs { "space", "return", "z", "right", "d", "q" } do
    t:run(30)
    t:press(name)
    t:run(5)
    expect(is_on(t, "lesson")):is(true)
    t:menu(0)
    t:run(2)
    expect(is_on(t, "title")):is(true)
  end
end)

test("the first room is left by doing what it says, and only once", function(t)
  t:press "space"
  t:wait_for(function() return run.world end)
  local world = run.world
  -- Walks on, and changes the lane where spikes are due on its own.
  local done = t:play(function(_, n)
    if is_on(t, "game") then return true end
    if not n then return end
    local x, y = world.x + 1, world.y
    local function open(ty)
      return not cells.is_wall(world.cells:get(x, ty)) and not traps.spikes_fire(run.level.traps:get(x, ty), n)
    end
    local changes = y == 7 and "diagonal_ne" or "diagonal_se"
    return { open(y) and "straight_e" or open(13 - y) and changes or "straight_e", beat = n }
  end, 60 * 60)
  expect(done):is(true)
  expect(store.load("pulse").learned):is(true)
end)

test("nobody dies in the first room", function(t)
  t:press "space"
  t:wait_for(function() return run.world end)
  for _ = 1, 10 do
    run.world.hp = 0
    t:run(50)
    expect(run.world.over):is(false)
  end
end)

test("a pause holds the beat, and letters do not end it", LEARNED, function(t)
  in_game(t)
  t:until_beat(2.5)
  local before = beat.now()
  t:press "p"
  t:run(90)
  expect(beat.now()):near(before, 0.1)
  t:press "z"
  t:run(30)
  expect(beat.now()):near(before, 0.1)
  t:press "space"
  t:run(60)
  expect(beat.now()):above(before + 0.5)
end)

test("the world does not move in the count-in", LEARNED, function(t)
  in_game(t)
  local x, y = run.world.x, run.world.y
  for n = -3, -1 do t:press("straight_w", { beat = n }) end
  t:until_beat(-0.6)
  expect({ run.world.x, run.world.y, run.world.beat }):is { x, y, -1 }
end)

test("a lost run says why, and any key plays the same code again", LEARNED, function(t)
  in_game(t)
  t:until_beat(1)
  run.world.hp, run.world.reason = 0, "fire"
  t:wait_for(function() return is_on(t, "over") end)
  t:run(60)
  t:press "space"
  t:wait_for(function() return run.world end)
  expect(game.code):is(campaign.LINES[1])
end)

test("a won run shows the whole code", LEARNED, function(t)
  in_game(t)
  t:until_beat(1)
  local lev = run.level
  run.world.won, run.world.over = true, true
  t:wait_for(function() return is_on(t, "reveal") end)
  t:run(240)
  -- Two pixels a module, after four light modules, in black on white.
  local dark, light = t:pixel(8, 8), t:pixel(0, 0)
  expect({ dark, light }):is { "000000", "ffffff" }
  for y, row in ipairs(lev.matrix) do
    for x = 1, #row do
      local color = row:sub(x, x) == "#" and dark or light
      for i = 0, 3 do
        expect(t:pixel(8 + (x - 1) * 2 + i % 2, 8 + (y - 1) * 2 + i // 2)):is(color)
      end
    end
  end
  for i = 0, 8 + #lev.matrix * 2 + 7 do
    for q = 0, 7 do
      expect(t:pixel(i, q)):is(light)
      expect(t:pixel(q, i)):is(light)
      expect(t:pixel(i, 8 + #lev.matrix * 2 + q)):is(light)
      expect(t:pixel(8 + #lev.matrix * 2 + q, i)):is(light)
    end
  end
end)

test("the screen is 16x9 again after a win", LEARNED, function(t)
  in_game(t)
  t:until_beat(1)
  run.world.won, run.world.over = true, true
  t:wait_for(function() return is_on(t, "reveal") end)
  t:run(260)
  t:press "space"
  t:run(20)
  expect({ screen.size() }):is { 16, 9 }
end)

test("points: gold, goals, and for who gets out hearts and time", function()
  local world = { gold = 7, goals = 3, won = false, hp = 2, beat = 100 }
  local lost = 7 * balance.POINTS_GOLD + 3 * balance.POINTS_GOAL
  expect(scores.points(world)):is(lost)
  world.won = true
  expect(scores.points(world)):is(lost + balance.POINTS_EXIT + 2 * balance.POINTS_HEART + balance.PAR_BEATS - 100)
end)

test("the radar points to the nearest goal that is left, then to the exit", function()
  local lev = level.from_text("RADAR", 1)
  local world = rules.new_world(lev)
  local left = {}
  for i, goal in ipairs(lev.goals) do left[i] = goal end
  while #left > 0 do
    local x, y = radar.target(world, lev)
    local nearest, place = math.huge, nil
    for i, goal in ipairs(left) do
      local far = math.max(math.abs(goal.x - world.x), math.abs(goal.y - world.y))
      if far < nearest then nearest, place = far, i end
    end
    expect({ x, y }):is { left[place].x, left[place].y }
    table.remove(left, place)
    world.cells:set(x, y, cells.DUG)
    world.x, world.y, world.goals = x, y, world.goals + 1
  end
  expect({ radar.target(world, lev) }):is { lev.exit_x, lev.exit_y }
end)

test("the screen: beat meter, hearts and digs, goals and combo, a radar pixel", LEARNED, function(t)
  in_game(t)
  t:until_beat(0.5)
  local red, dark_red, brown, dim, yellow = "ff2a4a", "741428", "b07840", "26242e", "ffd83c"
  local world = run.world
  world.hp, world.digs, world.combo, world.goals = 2, 3, 1, 1
  t:run(1)
  local function column(x, from, to)
    local seen = {}
    for y = from, to do seen[#seen + 1] = t:pixel(x, y) end
    return seen
  end
  expect(column(1, 0, 2)):is { red, red, dark_red }
  expect(column(1, 5, 8)):is { brown, brown, brown, dim }
  expect(column(14, 0, 2)):is { yellow, dim, dim }
  expect(column(14, 5, 8)):is { dim, dim, dim, "28ff70" }
  -- Somewhere on the border of the view is the radar, which blinks.
  local function has_radar()
    for x = 2, 13 do
      if t:pixel(x, 0) == yellow or t:pixel(x, 8) == yellow then return true end
    end
    for y = 0, 8 do
      if t:pixel(2, y) == yellow or t:pixel(13, y) == yellow then return true end
    end
  end
  t:wait_for(has_radar, 40)
  t:wait_for(function() return not has_radar() end, 40)
end)

-- The outermost columns take the color of the verdict.
for verdict, it in pairs {
  great = { 0, "28ff70" }, good = { 0.1, "b0ff30" }, okay = { 0.16, "ffd83c" }, late = { 0.2, "ff8020" },
  early = { -0.3, "3c6cff" },
} do
  test("the beat meter shows what is " .. verdict, LEARNED, function(t)
    in_game(t)
    t:press("straight_w", { beat = 2, late = it[1] })
    t:wait_for(function() return t:pixel(0, 0) == it[2] end, 60 * 10)
    expect({ t:pixel(0, 8), t:pixel(15, 0), t:verdict().verdict }):is { it[2], it[2], verdict }
  end)
end

test("the daily code is one for everybody, and another each day", function()
  local day = 86400 * 20788
  expect(campaign.daily(day)):is(campaign.daily(day + 86399))
  expect(campaign.daily(day).text):is_not(campaign.daily(day + 86400).text)
  for number, text in pairs {
    [0] = "1970-01-01", [58] = "1970-02-28", [59] = "1970-03-01", [789] = "1972-02-29",
    [11016] = "2000-02-29", [20787] = "2026-11-30", [20818] = "2026-12-31", [47540] = "2100-02-28",
    [47541] = "2100-03-01",
  } do
    expect(campaign.daily(number * 86400).text):is("PULSE " .. text)
  end
end)

test("a picture of a code that is dropped is played as it was", function(t)
  local made = level.from_text("PICTURE", 1)
  t:drop("poster.png", { text = "PICTURE", matrix = table.concat(made.matrix, "\n") })
  t:run(1)
  t:wait_for(function() return run.world end)
  expect(run.level.matrix):is(made.matrix)
  expect(run.level.text):is "PICTURE"
end)

test("a picture without a code says so, and leads back", function(t)
  t:drop("cat.png", { problem = "no finder pattern" })
  t:wait_for(function() return is_on(t, "problem") end)
  t:run(30)
  t:press "space"
  t:run(2)
  expect(is_on(t, "title")):is(true)
end)

test("a text of one's own is typed and played", function(t)
  for _ = 1, 2 do
    t:press "down"
    t:run(10)
  end
  t:press "return"
  t:run(10)
  expect(is_on(t, "typing")):is(true)
  t:type "my own"
  t:run(5)
  t:press "return"
  t:run(1)
  t:wait_for(function() return run.world end)
  expect(run.level.text):is "my own"
end)

test("a text that is pasted on the title is played at once", function()
  expect({ title.update { { kind = "text", text = "HELLO" } } }):is { "own", "HELLO" }
end)

test("typed texts add up, as far as a code of version 6 goes", function(t)
  typing.enter()
  for _ = 1, 3 do typing.update {} end
  for _, text in ipairs { "h", "i ", "é\n", ("x"):rep(100), "yz" } do
    typing.update { { kind = "text", text = text } }
  end
  t:press "return"
  t:run(1)
  expect(t:locals(typing.update).text):is("hi é" .. ("x"):rep(100))
end)

test("a code that is no dungeon is said so, and leads back", LEARNED, function(t)
  in_game(t)
  game.enter(campaign.own(("too much "):rep(400)))
  t:wait_for(function() return is_on(t, "problem") end)
  t:run(30)
  t:press "space"
  t:run(2)
  expect(is_on(t, "title")):is(true)
end)

test("the console plays by itself when nobody does", function(t)
  t:wait_for(function() return is_on(t, "game") end, 60 * 30)
  t:wait_for(function() return run.world and run.world.strikes > 0 end, 60 * 60)
  t:press "space"
  t:run(3)
  expect(is_on(t, "title")):is(true)
end)
