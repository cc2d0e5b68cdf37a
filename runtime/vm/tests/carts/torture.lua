-- A cart that holds every kind of state Lua has, so that a snapshot that
-- misses any of it shows. frame(n) runs one frame and leaves a digest of all
-- it saw in the global DIGEST. MODE names how garbage is collected.

local ENTITIES = 90
local ROUTINES = 40

-- Digest -------------------------------------------------------------------

DIGEST = 0

local function note(value)
  local kind = math.type(value) or type(value)
  if kind == "integer" then
    DIGEST = (DIGEST * 1000003 + value) & 0xffffffffffff
  elseif kind == "float" then
    note(string.format("%a", value))
  elseif kind == "string" then
    for i = 1, #value do DIGEST = (DIGEST * 33 ~ value:byte(i)) & 0xffffffffffff end
  elseif kind == "boolean" then
    note(value and 11 or 7)
  else
    note(kind)
  end
end

-- Objects with metatables ----------------------------------------------------

local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return Vector.new(a.x + b.x, a.y + b.y) end
Vector.__eq = function(a, b) return a.x == b.x and a.y == b.y end
Vector.__lt = function(a, b) return a.x < b.x end
Vector.__tostring = function(v) return ("(%.3f,%d)"):format(v.x, v.y) end
Vector.__close = function(v) CLOSED = (CLOSED or 0) + v.y end

function Vector.new(x, y) return setmetatable({x = x, y = y}, Vector) end

local entities = {}
local weak_keys = setmetatable({}, {__mode = "k"})
local weak_values = setmetatable({}, {__mode = "v"})
local ephemerons = setmetatable({}, {__mode = "k"})
local by_object = {}

local function spawn(n)
  for i = 1, 4 do
    local entity = Vector.new(math.random() * 100, math.random(1, 50))
    entity.name = "entity" .. n * 10 + i
    entities[#entities + 1] = entity
    weak_keys[entity] = {n}
    weak_values[#weak_values + 1] = entity
    ephemerons[entity] = function() return entity.y end
    -- Tables, closures, coroutines and C functions as keys: pairs goes by
    -- their addresses.
    by_object[entity] = i
    by_object[function() return i + n end] = n
    by_object[coroutine.create(function() return n end)] = n
    by_object[print], by_object[string.rep] = 1, 2
  end
  while #entities > ENTITIES do
    local index = math.random(#entities)
    by_object[entities[index]] = nil
    table.remove(entities, index)
  end
end

local function visit(n)
  for key, value in pairs(by_object) do
    note(value)
    local kind = type(key)
    if (kind == "function" or kind == "thread") and value > 2 and value < n - 30 then
      by_object[key] = nil
    end
  end
  local count = 0
  for _ in pairs(weak_keys) do count = count + 1 end
  for _ in pairs(weak_values) do count = count + 100 end
  for _, height in pairs(ephemerons) do count = count + height() end
  note(count)
end

-- Finalizers, some of which bring their object back ---------------------------

FINALIZED = 0
local finalizable = {}
finalizable.__gc = function(object)
  FINALIZED = (FINALIZED * 31 + object.id) & 0xffffffff
  if object.id % 7 == 0 then
    REVIVED = object
  elseif object.id % 11 == 0 then
    setmetatable(object, finalizable) -- once more, later
    object.id = object.id + 1
  elseif object.id % 13 == 0 then
    error("an error that goes nowhere")
  end
end

-- Closures that share variables -------------------------------------------------

local adders, getters = {}, {}

local function counter(start)
  local count = start
  return function(more) count = count + more end, function() return count end
end

-- Coroutines left in the middle of things ------------------------------------------

local routines = {}

local function routine(id)
  return function(given)
    local closing <close> = Vector.new(id, id % 5)
    local words = {}
    for i = 1, 30 + id % 13 do
      words[#words + 1] = tostring(i * id)
      for word in ("the quick brown fox %d"):format(id):gmatch("%a+") do
        if i % 3 == 0 then given = coroutine.yield(#word + i) end
      end
      if i % 5 == 0 then
        -- Suspended inside pcall, inside an iterator, inside a metamethod.
        local ok, value = pcall(function()
          for v in coroutine.wrap(function() coroutine.yield(i) end) do
            if v == nil then break end
            coroutine.yield(v)
            error({code = v})
          end
        end)
        note(ok)
        note(type(value) == "table" and value.code or 0)
      end
      if i % 17 == 0 and id % 4 == 0 then error("routine " .. id) end
    end
    return table.concat(words)
  end
end

local function resume(n)
  if #routines < ROUTINES then
    routines[#routines + 1] = coroutine.create(routine(n))
    if n % 4 == 0 then routines[#routines + 1] = coroutine.wrap(routine(n + 1)) end
  end
  for i = #routines, 1, -1 do
    local co = routines[i]
    local ok, value
    if type(co) == "thread" then
      ok, value = coroutine.resume(co, n)
      if coroutine.status(co) == "dead" then
        table.remove(routines, i)
      elseif n % 37 == i then
        note((coroutine.close(co)))
        table.remove(routines, i)
      end
    else
      ok, value = pcall(co, n)
      if not ok or type(value) == "string" then table.remove(routines, i) end
    end
    note(value)
  end
end

-- Strings, sorts, compiled code -----------------------------------------------------

local log = ""
local seen = {}
local sorted = {}

local function write(n)
  log = (log .. n .. ":" .. entities[#entities].name .. ";"):gsub("entity", "E"):sub(-700)
  seen[log:sub(1, 20)] = (seen[log:sub(1, 20)] or 0) + 1
  if n % 40 == 0 then seen = {} end
  for key, value in pairs(seen) do
    note(key)
    note(value)
  end
end

local function sort(n)
  if n % 6 == 0 then
    sorted = {}
    for i = 1, 120 do sorted[i] = {key = math.random(10), index = i} end
    table.sort(sorted, function(a, b) return a.key < b.key end)
    local numbers = {}
    for i = 1, 150 do numbers[i] = math.random(1000) end
    table.sort(numbers)
    note(numbers[75])
  end
  for i = 1, #sorted, 7 do note(sorted[i].index) end
end

local function compile(n)
  note(load("local a = ... return a * " .. n)(3))
  note((select(2, load("return " .. n .. " +"))))
  note((select(2, pcall(function() local nothing return nothing.field end))))
  if n % 25 == 0 then
    local big = {}
    for i = 1, 3000 do big[i] = i .. "" end
    note(#table.concat(big, ","))
  end
end

-- Garbage collection, as an adversary -------------------------------------------------

local function collect(n)
  if MODE == "switching" then
    if n % 31 == 0 then collectgarbage("generational") end
    if n % 31 == 15 then collectgarbage("incremental") end
  else
    collectgarbage(MODE)
  end
  if n % 61 == 0 then collectgarbage() end
  if n % 5 == 0 then collectgarbage("step", 1) end
  if n % 29 == 0 then collectgarbage("stop") end
  if n % 29 == 3 then collectgarbage("restart") end
end

function frame(n)
  collect(n)
  spawn(n)
  visit(n)
  setmetatable({id = n}, finalizable)
  adders[n % 40 + 1], getters[n % 40 + 1] = counter(n)
  for i = 1, 40 do
    if adders[i] then adders[i](i) note(getters[i]()) end
  end
  resume(n)
  local sum = Vector.new(0, 0)
  for _, entity in ipairs(entities) do
    entity.x = entity.x * 1.001 + math.sin(n * 0.1)
    entity.y = (entity.y + 1) % 90
    sum = sum + entity
  end
  note(tostring(sum))
  write(n)
  sort(n)
  compile(n)
  note(FINALIZED)
  note(CLOSED or 0)
  note(REVIVED and REVIVED.id or 0)
  note(tostring(entities):sub(8))
  note(collectgarbage("count"))
end
