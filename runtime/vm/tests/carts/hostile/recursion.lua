-- stops: runtime 3
local function f()
  return 1 + f()
end
f()
