-- stops: budget
local f = load(("x = 1 "):rep(50000))
while true do f() end
