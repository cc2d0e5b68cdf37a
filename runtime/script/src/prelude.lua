-- Runs in every cart's machine before the cart: `require` over the cart's own
-- modules and the standard library, and the empty shell of `package`.
-- `__source` is a host function that returns a module's code or nil.
local source, load, error, type, tostring = __source, load, error, type, tostring
__source = nil

local loaded = {
  _G = _G, string = string, table = table, math = math,
  coroutine = coroutine, debug = debug,
}
local running = {}

local function unavailable(name)
  return function() error(name .. " is not available to carts", 2) end
end

package = {
  loaded = loaded, preload = {}, searchers = {}, path = "", cpath = "", config = "/\n;\n?\n!\n-\n",
  loadlib = unavailable("package.loadlib"), searchpath = unavailable("package.searchpath"),
}
loaded.package = package

function require(name)
  if type(name) ~= "string" then
    error("bad argument #1 to 'require' (string expected, got " .. type(name) .. ")", 2)
  end
  if loaded[name] ~= nil then return loaded[name] end
  local code = source(name)
  if not code then
    error("module '" .. name .. "' not found: the cart has no " .. name .. ".lua", 2)
  end
  if running[name] then
    error("module '" .. name .. "' requires itself", 2)
  end
  local chunk, message = load(code, "@" .. name .. ".lua", "t")
  if not chunk then error(message, 0) end
  running[name] = true
  local value = chunk(name)
  running[name] = nil
  if value ~= nil then
    loaded[name] = value
  elseif loaded[name] == nil then
    loaded[name] = true
  end
  return loaded[name]
end
