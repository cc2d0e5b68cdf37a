-- stops: memory 2
local s = ("x"):rep(1 << 30)
