-- stops: budget 4
local s = ("x"):rep(1000):rep(10000)
while true do
  local _ = s:find("y", 1, true)
end
