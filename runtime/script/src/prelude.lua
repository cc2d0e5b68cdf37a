-- Runs in every cart's machine before the cart: `require` over the cart's own
-- modules and the standard library, and the empty shell of `package`.
-- `__source` is a host function that returns a module's code or nil.
local source, load, error, type, ipairs = __source, load, error, type, ipairs
__source = nil

local loaded = {
  _G = _G, string = string, table = table, math = math,
  coroutine = coroutine, debug = debug,
}
local running = {}
local packages

local function unavailable(name)
  return function() error(name .. " is not available to carts", 2) end
end

-- Bundled carts put their modules here, or add a searcher of their own.
local function from_preload(name)
  local loader = packages.preload[name]
  if loader then return loader, ":preload:" end
  return "\n\tno field package.preload['" .. name .. "']"
end

local function from_cart(name)
  local code = source(name)
  if not code then return "\n\tthe cart has no " .. name .. ".lua" end
  local file = name .. ".lua"
  local chunk, message = load(code, "@" .. file, "t")
  if not chunk then error(message, 0) end
  return chunk, file
end

packages = {
  loaded = loaded, preload = {}, searchers = { from_preload, from_cart },
  path = "", cpath = "", config = "/\n;\n?\n!\n-\n",
  loadlib = unavailable("package.loadlib"), searchpath = unavailable("package.searchpath"),
}
package = packages
loaded.package = packages

-- The loader of a module and its extra argument.
local function find(name)
  local tried = ""
  for _, searcher in ipairs(packages.searchers) do
    local loader, extra = searcher(name)
    if type(loader) == "function" then return loader, extra end
    if type(loader) == "string" then tried = tried .. loader end
  end
  error("module '" .. name .. "' not found:" .. tried, 3)
end

function require(name)
  if type(name) ~= "string" then
    error("bad argument #1 to 'require' (string expected, got " .. type(name) .. ")", 2)
  end
  if loaded[name] ~= nil then return loaded[name] end
  if running[name] then
    error("module '" .. name .. "' requires itself", 2)
  end
  local loader, extra = find(name)
  running[name] = true
  local value = loader(name, extra)
  running[name] = nil
  if value ~= nil then
    loaded[name] = value
  elseif loaded[name] == nil then
    loaded[name] = true
  end
  return loaded[name]
end
