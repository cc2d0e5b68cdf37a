-- stops: budget
local s = "return x" .. (" or x"):rep(100000)
while true do assert(load(s)) end
