-- stops: budget 3
local f = load("local a " .. ("a = 1 "):rep(20000))
for i = 1, 3000 do debug.getinfo(f, "L") end
