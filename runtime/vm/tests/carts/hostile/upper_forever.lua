-- stops: budget 4
local s = ("a"):rep(1000):rep(10000)
while true do
  local _ = s:upper()
end
