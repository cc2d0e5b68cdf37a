-- stops: budget
local f = load(("x = 1 "):rep(50000) .. "error()")
while true do pcall(f) end
