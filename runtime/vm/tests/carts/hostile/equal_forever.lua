-- stops: budget 5
local a = ("a"):rep(1000):rep(10000) .. "a"
local b = ("a"):rep(1000):rep(10000) .. "a"
while true do
  local _ = a == b
end
