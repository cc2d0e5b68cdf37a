-- stops: memory 3
local r = ("%0"):rep(100000)
local _ = ("a"):rep(10000):gsub("a", r)
