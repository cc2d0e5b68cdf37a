-- stops: budget 2
local _ = ("a"):rep(20000):find(".-.-.-b")
