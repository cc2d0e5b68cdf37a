-- stops: budget 4
local s = ("x"):rep(10000000)
while true do
  local _ = s:find("y", 1, true)
end
