-- stops: budget 4
local s = ("x = x + 1 "):rep(50000)
while true do
  load(s)
end
