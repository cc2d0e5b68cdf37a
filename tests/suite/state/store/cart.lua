-- title: stored tables
-- console: downbeat
-- desc: what is stored is loaded, and what a mistake says

local function mistake(f)
  local ok, message = pcall(f)
  trace("mistake: " .. (ok and "none" or message))
end

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return rawequal(a, b) and math.type(a) == math.type(b)
  end
  for k, v in pairs(a) do if not same(v, b[k]) then return false end end
  for k in pairs(b) do if a[k] == nil then return false end end
  return true
end

local function survives(value)
  store.save("test", value)
  return same(store.load("test"), value)
end

local function late_mistakes()
  local shared = {1, 2}
  store.save("shared", {shared, shared})
  local back = store.load("shared")
  assert(back[1] ~= back[2] and same(back[1], back[2]))
  back[1][1] = 5
  assert(store.load("shared")[1][1] == 1)

  local cycle = {inside = {}}
  cycle.inside.out = cycle
  local deep = {}
  for _ = 1, 70 do deep = {deep} end
  mistake(function() store.save("x", {scores = {best = print}}) end)
  mistake(function() store.save("x", {{1, 2, coroutine.create(print)}}) end)
  mistake(function() store.save("x", {chance = rng.new(1)}) end)
  mistake(function() store.save("x", {ratio = 1 / 0}) end)
  mistake(function() store.save("x", {[1] = "a", name = "b"}) end)
  mistake(function() store.save("x", {seen = {[5] = true}}) end)
  mistake(function() store.save("x", {seen = {[0.5] = true}}) end)
  mistake(function() store.save("x", {bytes = "\xff"}) end)
  mistake(function() store.save("x", cycle) end)
  mistake(function() store.save("x", deep) end)
  mistake(function() store.save("x", {("x"):rep(300000)}) end)
  mistake(function() store.save("x", "text") end)
  mistake(function() store.save("x") end)
  mistake(function() store.save("no name", {}) end)
  mistake(function() store.save("../x", {}) end)
  mistake(function() store.save("Test", {}) end)
  mistake(function() store.save({}, {}) end)
  mistake(function() store.load() end)
  mistake(function() for i = 1, 100 do store.save("n" .. i, {}) end end)
  assert(store.load("x") == nil and store.load("n61") and not store.load("n62"))
end

local ticks = 0
function TIC()
  ticks = ticks + 1
  if ticks == 1 and store.load("kept") then
    -- After reset(): what was stored is there.
    assert(same(store.load("kept"), {level = 3}))
    late_mistakes()
    exit()
  elseif ticks == 1 then
    assert(store.load("nothing") == nil)
    assert(survives({}))
    assert(survives({1, 2.0, 0.1, -0.0, math.mininteger, math.maxinteger, 1e300, 2^-1074}))
    assert(1 / store.load("test")[4] == -1 / 0)
    assert(survives({name = "Ada", ["7"] = "a key of digits", [""] = "", flags = {true, false}}))
    assert(survives({{{{"deep"}}}, "line\nbreak \0 \"quoted\" ä"}))
    store.save("test", nil)
    assert(store.load("test") == nil)
    store.save("test", {1})
    store.save("kept", {level = 3})
    reset()
  end
end
