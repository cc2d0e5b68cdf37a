-- stops: budget 5
local a = ("a"):rep(10000000)
local b = a .. "b"
while true do
  local _ = a < b
end
