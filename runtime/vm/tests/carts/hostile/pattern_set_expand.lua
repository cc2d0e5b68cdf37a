-- stops: budget 3
local set = "[^" .. ("b"):rep(100000) .. "]*c"
local _ = ("a"):rep(100000):find(set)
