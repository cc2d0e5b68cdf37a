-- stops: budget 5
local a = ("a"):rep(1000):rep(10000)
local b = a .. "b"
while true do
  local _ = a < b
end
