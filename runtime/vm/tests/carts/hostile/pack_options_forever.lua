-- stops: budget 4
local f = ("<"):rep(1000000)
while true do
  local _ = f:pack()
end
