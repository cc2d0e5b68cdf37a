-- stops: runtime
assert(load("return " .. ("("):rep(100000)))
