-- title: rollback
-- console: downbeat
-- desc: a table is put back in place, and what a mistake says

local function say(...) trace(table.concat({...}, " ")) end

local function mistake(f)
  local ok, message = pcall(f)
  say("mistake:", ok and "none" or message)
end

mistake(function() rollback.save() end)
mistake(function() rollback.hash() end)
mistake(function() rollback.save(1) end)
mistake(function() rollback.hash("x") end)
mistake(function() rollback.track() end)
mistake(function() rollback.track(print) end)
mistake(function() rollback.load() end)
mistake(function() rollback.load({}) end)
mistake(function() rollback.load(rng.new(1)) end)
mistake(function()
  rollback.save({monsters = {{think = coroutine.create(function() end)}}})
end)

local Monster = {}
Monster.__index = Monster
function Monster:hurt(n) self.hp = self.hp - n end

local game = {
  turn = 1,
  map = {{1, 2}, {3, 4}},
  monsters = {setmetatable({hp = 3}, Monster)},
  chance = rng.new("world"),
}
game.self = game
local sparks = rng.new("sparks")
rollback.track(game)

local map, row, monster = game.map, game.map[1], game.monsters[1]
local before = rollback.hash()
local mark = rollback.save()

local function play()
  game.turn = game.turn + 1
  game.map[1][2] = game.chance:int(100)
  game.map[3] = {math.random(100)}
  monster:hurt(1)
  game.monsters[2] = setmetatable({hp = 9}, Monster)
  game.new = "yes"
  return table.concat({game.turn, row[2], game.map[3][1], monster.hp, sparks:int(1000000)}, " ")
end

-- Loaded twice, the same mark gives the same game; the sparks go on.
for _ = 1, 3 do
  say("played", play())
  assert(rollback.hash() ~= before)
  rollback.load(mark)
  assert(rollback.hash() == before)
  assert(game.self == game and game.map == map and map[1] == row and game.monsters[1] == monster)
  assert(row[2] == 2 and #map == 2 and #game.monsters == 1 and game.new == nil)
  assert(getmetatable(monster) == Monster and monster.hp == 3)
end

-- A later mark does not disturb an earlier one, nor the other way around.
play()
local later = rollback.save()
local at_later = rollback.hash()
rollback.load(mark)
assert(rollback.hash() == before)
rollback.load(later)
assert(rollback.hash() == at_later and game.turn == 2)
rollback.load(mark)

-- A table of its own; math.random stays then.
local part = {n = 1}
local of_part = rollback.save(part)
local first = math.random(1000000)
part.n = 2
rollback.load(of_part)
assert(part.n == 1 and math.random(1000000) ~= first)

-- The hash is that of the contents, not of how they came there.
local a, b = {}, {}
for i = 1, 40 do a["key" .. i] = {i} end
for i = 40, 1, -1 do b["key" .. i] = {i} end
assert(rollback.hash(a) == rollback.hash(b))
b.key7[1] = 7.0
assert(rollback.hash(a) ~= rollback.hash(b))
say("hash", ("%016x"):format(rollback.hash(a)), ("%016x"):format(before))

-- Saving without end is paid for, and what is dropped is collected.
for _ = 1, 2000 do rollback.save() end

rollback.track(nil)
mistake(function() rollback.save() end)
rollback.load(mark)
assert(game.turn == 1)

-- Streams without a seed come from math.random, which goes on.
math.randomseed(5)
local one, two = rng.new(), rng.new()
assert(one:state() ~= two:state())
math.randomseed(5)
assert(rng.new():state() == one:state())
math.randomseed(5)
local number = math.random(0)
math.randomseed(5)
assert(rng.new(number):state() == rng.new():state())

function TIC() exit() end
