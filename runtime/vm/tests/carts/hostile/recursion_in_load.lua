-- stops: runtime
local function f()
  load(f)
  return "x"
end
local function g() return assert(load(g)) end
g()
