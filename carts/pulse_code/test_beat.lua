-- The beat of the real game: verdicts and time travel in a dungeon of its
-- rules. The rows are those of the worked example in the console's guide.

local cells = require "cells"
local level = require "level"
local monsters = require "monsters"
local run = require "run"

local LEARNED = { store = { pulse = { learned = true, line = 1, best = {} } } }

-- Puts the example in the place of the first level: an open floor, a slime at
-- 5,5 that faces the player at 6,5 and is due on beat 41.
local function example(t, row)
  t:press "space"
  t:wait_for(function() return run.world end)
  local map = grid.new(12, 9, cells.FLOOR)
  if row.wall then map:set(7, 5, cells.WALL) end
  local lev = level.bare(map, "example")
  lev.start_x, lev.start_y = 6, 5
  lev.crowd = { { kind = monsters.SLOW_SLIME, x = 5, y = 5, dx = 1, dy = 0, phase = 41 } }
  run.start(lev, { bpm = 120 })
  run.world.hp, run.world.digs = row.hp or 3, row.digs or 2
  t:run(2)
  beat.seek(40)
  t:run(2)
  for _, press in ipairs(row.presses or {}) do t:press(press[2], { beat = press[1] }) end
  t:until_beat(row.until_beat or 41.4)
  local list = run.world.monsters
  return {
    hp = run.world.hp, player = { run.world.x, run.world.y }, digs = run.world.digs,
    slime = list.hp[1] > 0 and { list.x[1], list.y[1] } or "dead",
    over = run.world.over,
  }
end

local MISSED = { hp = 2, player = { 6, 5 }, slime = { 5, 5 } }
local NORTH = { hp = 3, player = { 6, 4 }, slime = { 6, 5 } }

local ROWS = {
  { name = "no input", verdict = "missed", gives = MISSED },
  { name = "41.05 north", verdict = "great", gives = NORTH, presses = { { 41.05, "straight_n" } } },
  { name = "41.10 north", verdict = "good", gives = NORTH, presses = { { 41.10, "straight_n" } } },
  { name = "41.15 north", verdict = "okay", gives = NORTH, presses = { { 41.15, "straight_n" } } },
  { name = "41.20 north", verdict = "late", gives = MISSED, presses = { { 41.20, "straight_n" } } },
  { name = "40.95 north", verdict = "great", gives = NORTH, presses = { { 40.95, "straight_n" } } },
  { name = "41.05 west is an attack", verdict = "great", presses = { { 41.05, "straight_w" } },
    gives = { hp = 3, player = { 6, 5 }, slime = "dead" } },
  { name = "41.05 east into a wall without digs", verdict = "failed", wall = true, digs = 0,
    presses = { { 41.05, "straight_e" } }, gives = MISSED },
  { name = "41.05 east into a wall with 2 digs", verdict = "great", wall = true,
    presses = { { 41.05, "straight_e" } },
    gives = { hp = 3, player = { 7, 5 }, slime = { 6, 5 }, digs = 1 } },
  { name = "41.02 north, then 41.10 east is rejected", verdict = "great", gives = NORTH,
    presses = { { 41.02, "straight_n" }, { 41.10, "straight_e" } } },
  { name = "40.70 north is early, then 41.05 east is rejected", verdict = "early", gives = MISSED,
    presses = { { 40.70, "straight_n" }, { 41.05, "straight_e" } } },
  { name = "41.30 north: 41 missed, 42 early", verdict = "missed", gives = MISSED,
    presses = { { 41.30, "straight_n" } } },
  { name = "hp 1, no input: dead", verdict = "missed", hp = 1,
    gives = { hp = 0, over = true } },
  { name = "hp 1, 41.15 north: rescued", verdict = "okay", hp = 1,
    presses = { { 41.15, "straight_n" } }, gives = { hp = 1, player = { 6, 4 }, over = false } },
}

-- The verdict that beat 41 came to.
local function verdict_of(t, beat_number)
  local last
  for _, it in ipairs(t:verdicts()) do
    if it.beat == beat_number and it.verdict ~= "rejected" then last = it.verdict end
  end
  return last
end

for _, row in ipairs(ROWS) do
  test("worked example: " .. row.name, LEARNED, function(t)
    local got = example(t, row)
    for key, value in pairs(row.gives) do expect(got[key]):is(value) end
    expect(verdict_of(t, 41)):is(row.verdict)
  end)
end

test("two keys at the same moment: the diagonal wins", LEARNED, function(t)
  local got = example(t, { presses = { { 41, "straight_n" }, { 41, "diagonal_nw" } } })
  expect(got.player):is { 5, 4 }
end)

test("two arrows within a blink are a diagonal step", LEARNED, function(t)
  for _, pair in ipairs { { 40.98, 41.03 }, { 41.02, 41.08 }, { 40.9, 40.95 } } do
    local got = example(t, { presses = { { pair[1], "straight_n" }, { pair[2], "straight_e" } } })
    expect(got, pair[1]):has { player = { 7, 4 }, slime = { 6, 5 }, hp = 3 }
    t:menu(0)
    t:run(2)
  end
end)

test("a blow that is taken back leaves no mark on the world", LEARNED, function(t)
  example(t, { presses = { { 41.15, "straight_n" } } })
  local late = rollback.hash(run.world)
  t:menu(0)
  t:run(2)
  example(t, { presses = { { 40.95, "straight_n" } } })
  expect(rollback.hash(run.world)):is(late)
end)
