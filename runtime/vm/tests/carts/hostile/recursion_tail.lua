-- stops: budget 3
local function f()
  return f()
end
f()
