-- stops: budget 4
local s = ("a"):rep(100000)
while true do
  local _ = s:byte(1, -1)
end
