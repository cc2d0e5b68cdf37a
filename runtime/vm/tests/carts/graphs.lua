-- Random graphs of tables, saved, changed and put back, with a picture of each
-- state drawn in Lua to compare with. `mark`, `back`, `save`, `load`, `block`,
-- `bytes` and `scribble` are the host's.

local state = 1

-- The graph must not depend on math.random, whose state is saved with it.
local function random(n)
  state = (state * 6364136223846793005 + 1442695040888963407)
  return (state >> 33) % n + 1
end

local function nothing() end
local function something() return nothing end
local long = ("a long string "):rep(5)
local finalized = 0

local metatables = {
  {__index = {x = 1}},
  {__len = function() return 7 end, __eq = function() return false end},
  {__mode = "k"},
  {__mode = "v"},
  {__mode = "kv"},
  {__gc = function(t) finalized = finalized + 1 t.finalized = finalized end},
}
-- How many of them are chosen from; with two, a graph changes only when told.
local choice = #metatables

local function scalar()
  local kind = random(9)
  if kind <= 3 then return random(100) - 20 end
  if kind == 4 then return random(1000) / 8 end
  if kind == 5 then return "s" .. random(30) end
  if kind == 6 then return long .. random(10) end
  if kind == 7 then return random(2) == 1 end
  if kind == 8 then return nothing end
  return something
end

local function pick(pool)
  return pool[random(#pool)]
end

local function value(pool)
  local kind = random(10)
  if kind <= 4 then return pick(pool) end
  if kind == 5 and random(2) == 1 then return {scalar(), [scalar()] = scalar()} end
  if kind == 6 and random(3) == 1 then return block(random(40)) end
  return scalar()
end

local function key(pool)
  local kind = random(12)
  if kind == 1 then return pick(pool) end
  if kind <= 6 then return random(20) end
  return scalar()
end

local function tables_of(root)
  local list, seen = {root}, {[root] = true}
  local at = 1
  while at <= #list do
    for k, v in next, list[at] do
      for _, item in next, {k, v} do
        if type(item) == "table" and not seen[item] then
          seen[item] = true
          list[#list + 1] = item
        end
      end
    end
    at = at + 1
  end
  return list
end

local function change(t, pool)
  local kind = random(12)
  if kind <= 4 then
    t[key(pool)] = value(pool)
  elseif kind == 5 then
    for _ = 1, random(20) do t[#t + 1 + (rawlen(t) == #t and 0 or 1000)] = value(pool) end
  elseif kind == 6 then
    for i = rawlen(t), 1, -1 do if random(3) > 1 then t[i] = nil end end
  elseif kind == 7 then
    for k in next, t do if random(2) == 1 then t[k] = nil end end
  elseif kind == 8 then
    for _ = 1, random(20) do t[scalar()] = value(pool) end
  elseif kind == 9 then
    setmetatable(t, random(3) > 1 and metatables[random(choice)] or nil)
  elseif kind == 10 then
    for k in next, t do t[k] = nil end
  elseif kind == 11 then
    for _, v in next, t do
      if type(v) == "userdata" then scribble(v, random(200)) end
    end
  else
    t[long] = {next_one = t}
  end
end

local function build()
  local pool = {{}}
  for i = 2, 1 + random(15) do pool[i] = {} end
  for _ = 1, 5 * #pool do change(pick(pool), pool) end
  local root = pool[1]
  for i = 2, #pool, 2 do root[i] = pool[i] end
  root.metatables = random(4) == 1 and {table.unpack(metatables)} or nil
  return root
end

local function mutate(root)
  local pool = tables_of(root)
  if #pool > 60 then  -- small graphs, but many
    for _ = 1, 20 do
      local t = pick(pool)
      for k in next, t do t[k] = nil end
    end
    pool = tables_of(root)
  end
  for _ = 1, random(25) do change(pick(pool), pool) end
end

-- Text of a value that tells identities apart and holds nothing alive.
local function name(v)
  local kind = type(v)
  if kind == "userdata" then return string.format("%p", v) .. "=" .. bytes(v) end
  if kind == "table" or kind == "function" then return string.format("%p", v) end
  if kind == "string" then return string.format("%q", v) end
  return math.type(v) == "float" and string.format("%a", v) or tostring(v)
end

-- Everything of a state: contents in the order of `next`, metatables, lengths.
function picture(root)
  local lines = {}
  for at, t in ipairs(tables_of(root)) do
    local line = {name(t), name(getmetatable(t)), rawlen(t)}
    for k, v in next, t do line[#line + 1] = name(k) .. ":" .. name(v) end
    lines[at] = table.concat(line, " ")
  end
  return table.concat(lines, "\n")
end

-- A copy in the same shape, in plain Lua.
function deep_copy(value, seen)
  if type(value) == "userdata" then return {bytes = bytes(value)} end
  if type(value) ~= "table" then return value end
  if seen[value] then return seen[value] end
  local copy = {metatable = getmetatable(value), entries = {}}
  seen[value] = copy
  for k, v in next, value do
    copy.entries[#copy.entries + 1] = {deep_copy(k, seen), deep_copy(v, seen), k}
  end
  return copy
end

local function same(value, copy, seen)
  if type(value) == "userdata" then return bytes(value) == copy.bytes end
  if type(value) ~= "table" then
    return value == copy and math.type(value) == math.type(copy)
  end
  if seen[value] then return seen[value] == copy end
  seen[value] = copy
  if getmetatable(value) ~= copy.metatable then return false end
  local at = 0
  for k, v in next, value do
    at = at + 1
    local entry = copy.entries[at]
    if not entry or not rawequal(entry[3], k) then return false end
    if not same(k, entry[1], seen) or not same(v, entry[2], seen) then return false end
  end
  return at == #copy.entries
end

local function collect()
  local kind = random(8)
  if kind == 1 then collectgarbage() end
  if kind <= 4 then collectgarbage("step", random(40)) end
  if kind == 5 then collectgarbage("generational") end
  if kind == 6 then collectgarbage("incremental") end
  if kind >= 7 then
    local rest
    for i = 1, random(400) do rest = {rest, i .. "", i % 50 == 0 and {} or nil} end
  end
end

-- One life of a graph; `weak` leaves nothing but the marks to hold it.
function run(seed, weak)
  state = seed
  local root = build()
  local marks = {}
  local function check(m)
    back(m.mark)
    if m.picture then
      local now = picture(root)
      if now ~= m.picture then error("seed " .. seed .. "\nwas\n" .. m.picture .. "\nis\n" .. now) end
    else
      assert(same(root, m.copy, {}), "seed " .. seed)
    end
  end
  for _ = 1, 30 do
    local kind = random(8)
    if kind <= 2 then
      local m = {mark = mark(root)}
      if weak == 1 then m.picture = picture(root) else m.copy = deep_copy(root, {}) end
      marks[#marks + 1] = m
      if random(4) == 1 then root[long] = m.mark end
    elseif kind <= 4 then
      mutate(root)
    elseif kind <= 6 then
      collect()
    elseif #marks > 0 then
      local m = pick(marks)
      check(m)
      if random(4) == 1 then marks[#marks] = nil end
    end
  end
  collect()
  for i = #marks, 1, -1 do
    check(marks[i])
    collect()
  end
  mutate(root)
  collectgarbage()
end

-- For the tests of limits: one graph in a global, its mark and its pictures.
function prepare(seed)
  state, choice = seed, 2
  ROOT = build()
  track(ROOT)
  save(1)
  SAVED = picture(ROOT)
  mutate(ROOT)
  mutate(ROOT)
  CHANGED = picture(ROOT)
end

function try_save() save(2) end
function try_save_over() save(1) end
function try_mark() MARK = mark() end
function try_load() load(1) end
function try_digest() DIGEST = digest() end

-- Whether the graph is as one of the pictures says.
function state_now()
  local now = picture(ROOT)
  STATE = now == SAVED and "saved" or now == CHANGED and "changed" or "broken"
end
