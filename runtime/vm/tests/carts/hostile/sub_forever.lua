-- stops: budget 4
local s = ("a"):rep(10000000)
while true do
  local _ = s:sub(2)
end
