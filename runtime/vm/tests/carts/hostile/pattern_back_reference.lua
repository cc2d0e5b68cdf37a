-- stops: budget 3
local s = ("a"):rep(100000)
local _ = s:find("(.*).-%1b")
