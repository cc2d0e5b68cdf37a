-- title: random streams
-- console: downbeat
-- desc: exact numbers, and what a mistake says

local function say(...) trace(table.concat({...}, " ")) end

local function mistake(f, ...)
  local ok, message = pcall(f, ...)
  say("mistake:", ok and "none" or message)
end

-- The outputs of the published xoshiro256** for the words 1, 2, 3, 4. A range of
-- all integers gives each output as it is, less 2^63.
local reference = rng.new(0)
reference:state(("%016x"):rep(4):format(1, 2, 3, 4))
for _ = 1, 4 do
  say("reference", ("%x"):format(reference:int(math.mininteger, math.maxinteger) - math.mininteger))
end

local r = rng.new("moss")
say("state", r:state())
local dice, floats = {}, {}
for i = 1, 20 do dice[i] = r:int(6) end
for i = 1, 4 do floats[i] = ("%a"):format(r:float()) end
say("dice", table.concat(dice, " "))
say("floats", table.concat(floats, " "))
say("range", r:int(-3, 3), r:int(7, 7), r:int(math.mininteger, math.maxinteger))
say("chance", tostring(r:chance(0)), tostring(r:chance(1)), tostring(r:chance(0.5)))

local list = {"a", "b", "c", "d", "e"}
assert(r:shuffle(list) == list)
say("shuffle", table.concat(list, " "))
say("pick", r:pick(list), r:pick(list), tostring(r:pick({})))
local count = {a = 0, b = 0, c = 0}
for _ = 1, 4000 do
  local it = r:pick({"a", "b", "c"}, {1, 0, 3})
  count[it] = count[it] + 1
end
say("weights", count.a, count.b, count.c, tostring(r:pick({"a"}, {0})))

-- A fork depends on the name and the place of its parent, which stays.
local before = r:state()
local loot, more, rooms = r:fork("loot"), r:fork("loot"), r:fork("rooms")
assert(r:state() == before and loot:state() == more:state() and loot:state() ~= rooms:state())
assert(r:fork(3):state() == r:fork("3"):state())
loot:int(6)
assert(loot:state() ~= more:state())
r:int(6)
assert(r:fork("loot"):state() ~= more:state())
say("fork", more:state())

-- A state goes out and back.
local kept = r:state()
local a = r:float()
assert(r:state(kept) == kept and r:float() == a)
assert(rng.new(42):state() == rng.new("42"):state())
assert(rng.new(42.0):state() == rng.new(42):state() and rng.new(-1):state() ~= rng.new(1):state())

mistake(function() rng.new({}) end)
mistake(function() rng.new(1.5) end)
mistake(function() r.int(1, 6) end)
mistake(function() r:int(1.5) end)
mistake(function() r:int(6, 1) end)
mistake(function() r:int(1, "x") end)
mistake(function() r:int() end)
mistake(function() r:chance() end)
mistake(function() r:pick("abc") end)
mistake(function() r:pick({1, 2}, {1}) end)
mistake(function() r:pick({1, 2}, {1, -1}) end)
mistake(function() r:pick({1, 2}, 3) end)
mistake(function() r:shuffle(1) end)
mistake(function() r:shuffle({1, nil, 3, nil, 5, nil, 7}) end)
mistake(function() r:fork() end)
mistake(function() r:state("1234") end)
mistake(function() r:state(("0"):rep(64)) end)
mistake(function() r.float({}) end)


function TIC() exit() end
