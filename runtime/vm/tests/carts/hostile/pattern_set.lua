-- stops: budget 3
local set = "[" .. ("b"):rep(100000) .. "]"
local _ = ("a"):rep(100000):find(set)
