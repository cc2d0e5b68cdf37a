-- stops: budget 2
local _ = ("a"):rep(30):find(("a*"):rep(30) .. "b")
