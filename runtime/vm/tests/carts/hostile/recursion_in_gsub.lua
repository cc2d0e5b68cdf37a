-- stops: runtime
local function f()
  return (("x"):gsub(".", f))
end
f()
