-- stops: budget 5
local a = ("a"):rep(10000000) .. "a"
local b = ("a"):rep(10000001)
while true do
  rawequal(a, b)
end
