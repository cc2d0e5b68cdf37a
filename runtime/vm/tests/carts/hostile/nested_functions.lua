-- stops: runtime
assert(load(("return function() "):rep(10000)))
