-- stops: runtime
local s = ("x"):rep(1000):find(("x?"):rep(1000) .. ("x"):rep(1000))
