-- A cart whose state shows in the order of its keys: objects of every kind as
-- keys, strongly and weakly held, in tables that grow, shrink and are emptied.
-- frame(n) leaves a digest of all it saw in the global DIGEST.

DIGEST = 0

local function note(value)
  for i = 1, #value do DIGEST = (DIGEST * 33 ~ value:byte(i)) & 0xffffffffffff end
end

local FUNCTIONS = {print, pairs, next, string.rep, math.floor, table.concat, select}

local function maker(kind, n)
  if kind == 0 then return {n} end
  if kind == 1 then return function() return n end end
  if kind == 2 then return coroutine.create(function(a) n = a coroutine.yield(n) end) end
  if kind == 3 then return coroutine.wrap(function() return n end) end
  if kind == 4 then return FUNCTIONS[n % #FUNCTIONS + 1] end
  return ("k"):rep(n % 60) .. n
end

local strong, order = {}, {}
local weak = {
  setmetatable({}, {__mode = "k"}),
  setmetatable({}, {__mode = "v"}),
  setmetatable({}, {__mode = "kv"}),
}
local finalized = {}
local finalizer = {__gc = function(o) finalized[#finalized + 1] = o.n end}

local function add(n)
  local key = maker(n % 6, n)
  strong[key] = n
  order[#order + 1] = key
  weak[1][key] = {key}
  weak[2][n % 50] = key
  weak[3][key] = weak[2]
  weak[1][setmetatable({n = n}, finalizer)] = n
  -- A finalizer for an object made long ago.
  local old = order[n // 2 + 1]
  if n % 7 == 0 and type(old) == "table" and not getmetatable(old) then
    old.n = n
    setmetatable(old, finalizer)
  end
end

local function drop(n)
  local seen = 0
  for key, value in next, strong do
    seen = seen + 1
    if seen % 5 == n % 5 and value > 40 then strong[key] = nil end
    note(tostring(key) .. value)
    if seen > 200 then break end
  end
  if n % 30 == 0 then
    for i = 1, #order do order[i] = i % 2 == 0 and order[i] or {n} end
  end
end

function frame(n)
  for i = 1, 12 do add(n * 12 + i) end
  drop(n)
  for i, t in ipairs(weak) do
    local count = 0
    for key, value in pairs(t) do
      count = count + 1
      if count % 16 == 1 then note(tostring(key) .. i .. type(value)) end
    end
    note(count .. "")
  end
  note(table.concat(finalized, ","))
  if #finalized > 50 then finalized = {} end
  note(string.format("%p %p %p %d", strong, "text", print, collectgarbage("count") * 1024 // 1))
  note(select(2, pcall(error, strong)) == strong and "same" or "other")
  note(select(2, pcall(function() return strong.x.y end)))
  if n % 40 == 39 then collectgarbage() end
end
