-- stops: budget 3
local s = ("("):rep(100000)
local _ = s:find("%b()")
