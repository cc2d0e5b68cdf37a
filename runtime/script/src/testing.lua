-- The Lua side of a cart's tests, loaded before the cart: `test`, `expect`, and
-- `t`, which drives the console. It keeps what it uses, because carts may have
-- functions of these names.
local ask_console, hold, captured = __ask, __hold, __captured
__ask, __hold, __captured = nil, nil, nil

local type, next, pairs, ipairs, select = type, next, pairs, ipairs, select
local error, pcall, xpcall, tostring, load = error, pcall, xpcall, tostring, load
local rawequal, rawget, setmetatable, getmetatable = rawequal, rawget, setmetatable, getmetatable
local create, resume, yield, running, status =
  coroutine.create, coroutine.resume, coroutine.yield, coroutine.running, coroutine.status
local getinfo, traceback = debug.getinfo, debug.traceback
local format, find, gsub, gmatch, sub, byte =
  string.format, string.find, string.gsub, string.gmatch, string.sub, string.byte
local concat, sort, abs, mathtype = table.concat, table.sort, math.abs, math.type
local globals = _G

-- Values in a message: entries of a table, tables inside each other, bytes.
local MOST_ENTRIES, DEEPEST, LONGEST = 24, 4, 400

-- Raised once the console has been told why the test failed.
local FAILED = {}

local tests, current
local made, checked = 0, 0

-- File and line of the test that called.
local function place()
  local level = 2
  while true do
    local info = getinfo(level, "Sl")
    if not info then return nil end
    if info.currentline > 0 and info.short_src ~= "testing" then
      return info.short_src .. ":" .. info.currentline
    end
    level = level + 1
  end
end

local function fail(message, trace)
  ask_console("failed", { place = place(), message = message, trace = trace })
  error(FAILED, 0)
end

-- A mistake in the use of a function of ours, at the line of the test.
local function mistake(message)
  local at = place()
  error(at and at .. ": " .. message or message, 0)
end

local function ask(question, given)
  local fine, answer = ask_console(question, given or {})
  if not fine then mistake(answer) end
  return answer
end

-- ---------------------------------------------------------------------------
-- Values as text, and where two of them part.

local function before(a, b)
  local x, y = type(a), type(b)
  if x ~= y then return x < y end
  if x == "number" or x == "string" then return a < b end
  return tostring(a) < tostring(b)
end

local function keys_of(value)
  local keys = {}
  for key in next, value do keys[#keys + 1] = key end
  sort(keys, before)
  return keys
end

local function is_name(key)
  return type(key) == "string" and find(key, "^[%a_][%w_]*$") ~= nil
end

local function quoted(text)
  if #text > LONGEST then text = sub(text, 1, LONGEST) .. "..." end
  text = gsub(text, '[%c"\\]', function(c)
    if c == "\n" then return "\\n" end
    if c == '"' or c == "\\" then return "\\" .. c end
    return format("\\%d", byte(c))
  end)
  return '"' .. text .. '"'
end

local function number_text(value)
  if mathtype(value) == "integer" then return tostring(value) end
  if value ~= value then return "nan" end
  local short
  for digits = 14, 17 do
    short = format("%." .. digits .. "g", value)
    if short + 0 == value then break end
  end
  return find(short, "[%.enif]") and short or short .. ".0"
end

local function show(value, depth, above)
  local kind = type(value)
  if kind == "string" then return quoted(value) end
  if kind == "number" then return number_text(value) end
  if kind ~= "table" then return tostring(value) end
  depth, above = depth or 0, above or {}
  if next(value) == nil then return "{}" end
  if depth == DEEPEST or above[value] then return "{...}" end
  above[value] = true
  local parts, length = {}, #value
  for place, key in ipairs(keys_of(value)) do
    if #parts == MOST_ENTRIES then
      parts[#parts + 1] = "..."
      break
    end
    local text = show(rawget(value, key), depth + 1, above)
    if place == key and key <= length then
      parts[#parts + 1] = text
    elseif is_name(key) then
      parts[#parts + 1] = key .. " = " .. text
    else
      parts[#parts + 1] = "[" .. show(key, DEEPEST) .. "] = " .. text
    end
  end
  above[value] = nil
  return "{" .. concat(parts, ", ") .. "}"
end

local function step(path, key)
  if is_name(key) then return path .. "." .. key end
  return path .. "[" .. show(key, DEEPEST) .. "]"
end

-- The first place at which two values part, as a path and both values there;
-- nil if they are alike. `same` tells for what is no table; with `some`, only
-- what is expected has to be there.
local function parting(expected, got, same, some, path, seen)
  if rawequal(expected, got) then return nil end
  if type(expected) ~= "table" or type(got) ~= "table" then
    if same(expected, got) then return nil end
    return path, expected, got
  end
  if seen[expected] == got then return nil end
  seen[expected] = got
  for _, key in ipairs(keys_of(expected)) do
    local where, wanted, found =
      parting(rawget(expected, key), rawget(got, key), same, some, step(path, key), seen)
    if where then return where, wanted, found end
  end
  if some then return nil end
  for _, key in ipairs(keys_of(got)) do
    if rawget(expected, key) == nil then return step(path, key), nil, rawget(got, key) end
  end
end

local function equal(a, b) return a == b or (a ~= a and b ~= b) end

local function alike(a, b) return parting(a, b, equal, false, "", {}) == nil end

-- ---------------------------------------------------------------------------
-- expect

local Expectation = {}
Expectation.__index = Expectation
Expectation.__name = "expectation"

local function check(self)
  if getmetatable(self) ~= Expectation then
    mistake("checks are called with a colon: expect(x):is(3)")
  end
  if not self.checked then
    self.checked = true
    checked = checked + 1
  end
end

local function expected(self, wanted, got)
  local label = self.label and self.label .. ": " or ""
  if #wanted + #got > 60 then
    fail(label .. "expected " .. wanted .. "\n     got " .. got)
  else
    fail(label .. "expected " .. wanted .. ", got " .. got)
  end
end

local function compare(self, wanted, same, some, prefix)
  check(self)
  local where, a, b = parting(wanted, self.value, same, some, "", {})
  if not where then return self end
  prefix = prefix or ""
  if where == "" then expected(self, prefix .. show(wanted), show(self.value)) end
  local label = self.label and self.label .. ": " or ""
  fail(label .. "expected " .. prefix .. show(wanted) .. "\n     got " .. show(self.value)
    .. "\n    they part at " .. where .. ": expected " .. prefix .. show(a) .. ", got " .. show(b))
end

function Expectation:is(wanted) return compare(self, wanted, equal, false) end

function Expectation:has(wanted)
  if type(wanted) ~= "table" then mistake("has takes a table of fields, such as {hp = 3}") end
  return compare(self, wanted, equal, true)
end

function Expectation:is_not(unwanted)
  check(self)
  if alike(unwanted, self.value) then expected(self, "anything but " .. show(unwanted), "that") end
  return self
end

function Expectation:near(wanted, tolerance)
  tolerance = tolerance == nil and 1e-9 or tolerance
  if type(tolerance) ~= "number" then mistake("near takes a value and a tolerance, a number") end
  local function near(a, b)
    if type(a) == "number" and type(b) == "number" then return abs(a - b) <= tolerance or a == b end
    return equal(a, b)
  end
  return compare(self, wanted, near, false, "within " .. number_text(tolerance) .. " of ")
end

local function ordered(self, limit, word, holds)
  check(self)
  if type(limit) ~= "number" then mistake(word .. " takes a number, got " .. show(limit)) end
  if type(self.value) ~= "number" or not holds(self.value, limit) then
    expected(self, word .. " " .. number_text(limit), show(self.value))
  end
  return self
end

function Expectation:above(limit)
  return ordered(self, limit, "above", function(a, b) return a > b end)
end

function Expectation:below(limit)
  return ordered(self, limit, "below", function(a, b) return a < b end)
end

function Expectation:at_least(limit)
  return ordered(self, limit, "at least", function(a, b) return a >= b end)
end

function Expectation:at_most(limit)
  return ordered(self, limit, "at most", function(a, b) return a <= b end)
end

function Expectation:contains(part)
  check(self)
  local value = self.value
  if type(value) == "string" and type(part) == "string" then
    if find(value, part, 1, true) then return self end
  elseif type(value) == "table" then
    for _, entry in next, value do
      if alike(part, entry) then return self end
    end
  end
  expected(self, "something with " .. show(part), show(value))
end

function Expectation:fails(pattern)
  check(self)
  if type(self.value) ~= "function" then
    mistake("fails takes a function: expect(function() ... end):fails('why')")
  end
  local fine, message = pcall(self.value)
  if rawequal(message, FAILED) then error(FAILED, 0) end
  pattern = pattern or ""
  if fine then expected(self, "an error " .. (pattern == "" and "" or "with " .. show(pattern)), "none") end
  message = tostring(message)
  local matches, at = pcall(find, message, pattern)
  if find(message, pattern, 1, true) or (matches and at) then return self end
  expected(self, "an error with " .. show(pattern), show(message))
end

local expect = setmetatable({
  frame = function(name)
    made, checked = made + 1, checked + 1
    local fine, why = ask_console("frame", { name = name })
    if not fine then fail(why) end
  end,
  sound = function(name)
    made, checked = made + 1, checked + 1
    local fine, why = ask_console("sound", { name = name })
    if not fine then fail(why) end
  end,
}, {
  __call = function(_, ...)
    if select("#", ...) == 0 then mistake("expect takes the value to look at: expect(x):is(3)") end
    made = made + 1
    local value, label = ...
    if label ~= nil then label = tostring(label) end
    return setmetatable({ value = value, label = label }, Expectation)
  end,
})

-- ---------------------------------------------------------------------------
-- t

local Driver = {}
Driver.__index = Driver
Driver.__name = "test"

-- Lets the console go on, and comes back when it has.
local function wait(given)
  if running() ~= current then
    mistake("ticks go on in the test itself, not in a coroutine of its own")
  end
  if ask("wait", given) then yield() end
  return ask("woken")
end

function Driver:run(ticks) return wait({ ticks = ticks == nil and 1 or ticks }).ran end

function Driver:until_beat(beat) return wait({ beat = beat }).ran end

function Driver:wait_for(condition, most)
  most = most or 600
  for tick = 0, most do
    if condition(self) then return tick end
    if tick < most then self:run(1) end
  end
  fail("it did not come to that within " .. most .. " ticks")
end

local OPTIONS = { beat = true, late = true, ms = true, hold = true, player = true,
                  button = true, action = true, key = true }

-- What is pressed, and when, in one table.
local function press_of(what, options)
  local given = {}
  local function add(from)
    for key, value in next, from do
      if key == 1 then
        given.name = value
      elseif OPTIONS[key] then
        given[key] = value
      else
        mistake("a press has no option " .. show(key)
          .. "; there are beat, late, ms, hold, player, and button, action or key")
      end
    end
  end
  if type(options) == "table" then
    add(options)
  elseif options ~= nil then
    mistake("the options of a press are a table, such as {beat = 3, late = 0.15}")
  end
  if type(what) == "table" then add(what) else given.name = what end
  return given
end

function Driver:press(what, options)
  ask("press", press_of(what, options))
  return self
end

function Driver:hold(what, ticks, options)
  local given = press_of(what, options)
  given.hold = ticks or "on"
  ask("press", given)
  return self
end

function Driver:release(what, options)
  ask("release", what == nil and { all = true } or press_of(what, options))
  return self
end

function Driver:mouse(x, y, buttons)
  local given = { x = x, y = y }
  for key, value in next, buttons or {} do
    if key ~= "left" and key ~= "middle" and key ~= "right" and key ~= "scroll_x"
        and key ~= "scroll_y" then
      mistake("the mouse has no " .. show(key)
        .. "; there are left, middle, right, scroll_x and scroll_y")
    end
    given[key] = value
  end
  ask("mouse", given)
  return self
end

function Driver:type(text)
  ask("hand", { text = text })
  return self
end

function Driver:drop(name, code)
  local given = { drop = name }
  for key, value in next, code or {} do
    if key ~= "text" and key ~= "matrix" and key ~= "problem" then
      mistake("a picture has no " .. show(key) .. "; there are text, matrix and problem")
    end
    given[key] = value
  end
  ask("hand", given)
  return self
end

-- Presses what a bot wants.
local function give(self, wish)
  if wish == nil or wish == false then return end
  if type(wish) == "table" and (#wish > 1 or type(wish[1]) == "table") then
    local options = {}
    for key, value in next, wish do
      if type(key) ~= "number" then options[key] = value end
    end
    for _, one in ipairs(wish) do self:press(one, options) end
  elseif type(wish) == "table" and next(wish) == nil then
    return
  else
    self:press(wish)
  end
end

function Driver:play(bot, most)
  if type(bot) ~= "function" then mistake("play takes a function, which is called every tick") end
  if type(most) ~= "number" then mistake("play takes how many ticks it may last at most") end
  local coming
  for tick = 0, most - 1 do
    local wish = bot(self, coming)
    if wish == true then return true, tick end
    give(self, wish)
    local woken = wait({ ticks = 1 })
    if woken.exited then return false, tick + 1 end
    coming = woken.coming
  end
  return false, most
end

function Driver:verdicts() return ask("verdicts") end
function Driver:verdict() return ask("verdict") end
function Driver:count(verdict) return ask("count", { verdict = verdict }) end
function Driver:tick() return ask("tick") end
function Driver:exited() return ask("exited") end
function Driver:traces() return ask("traces") end
function Driver:pixel(x, y) return ask("pixel", { x = x, y = y }) end
function Driver:screenshot(file) return ask("screenshot", { file = file }) end
function Driver:menu(index) ask("menu", { index = index }) end

function Driver:locals(func)
  if type(func) ~= "function" then
    mistake("locals takes a function of the cart, and gives the locals outside of it that it uses")
  end
  local found = {}
  for number = 1, 255 do
    local value, name = captured(func, number)
    if not name then return found end
    found[name] = value
  end
  return found
end

function Driver:save_replay(file)
  return wait({ replay = file }).file
end

-- Most things that can go wrong are told with their name.
setmetatable(Driver, {
  __index = function(_, key)
    mistake("a test has no t:" .. tostring(key) .. "; docs/guide/testing.md lists what there is")
  end,
})

-- ---------------------------------------------------------------------------
-- Test files

-- What was raised in the test, for the console; with the cart's lines only.
local function explain(raised)
  if rawequal(raised, FAILED) then return end
  local message = type(raised) == "string" and raised or tostring(raised)
  if type(raised) == "table" and not (getmetatable(raised) or {}).__tostring then
    message = "an error that is a table: " .. show(raised)
  end
  local lines = {}
  for line in gmatch(traceback("", 2), "[^\n]+") do
    local ours = find(line, "^%s*testing:") or find(line, "^%s*%[C%]")
    if not ours and not find(line, "^stack traceback") then lines[#lines + 1] = line end
  end
  local trace = #lines > 1 and concat(lines, "\n") or nil
  ask_console("failed", { message = message, trace = trace })
end

local environment = setmetatable({
  expect = expect,
  test = function(name, options, run)
    if run == nil and type(options) == "function" then options, run = {}, options end
    if type(name) ~= "string" or name == "" then
      mistake("a test has a name: test('walks', function(t) ... end)")
    end
    if type(run) ~= "function" then
      mistake("a test ends with its function: test('" .. name .. "', function(t) ... end)")
    end
    if type(options) ~= "table" then mistake("the options of a test are a table") end
    if current then mistake("a test is named at the top of a file, not inside of a test") end
    ask("listed", { name = name, place = place(), options = options })
    tests[#tests + 1] = run
  end,
}, { __index = globals })

local function load_file(source, name)
  tests = {}
  local chunk, message = load(source, "@" .. name, "t", environment)
  if not chunk then
    ask_console("failed", { message = message })
    return
  end
  xpcall(chunk, explain)
end

local function go_on()
  local fine, message = resume(current)
  if not fine then explain(message) end
  if status(current) == "dead" then
    ask_console("over", { made = made, checked = checked })
  end
end

local function begin(number)
  local run, t = tests[number], setmetatable({}, Driver)
  made, checked = 0, 0
  current = create(function() xpcall(run, explain, t) end)
  go_on()
end

hold(function(order, first, second)
  if order == "load" then load_file(first, second) end
  if order == "begin" then begin(first) end
  if order == "go on" then go_on() end
end)
