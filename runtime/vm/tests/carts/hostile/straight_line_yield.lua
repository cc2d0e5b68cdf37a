-- stops: budget
local f = load(("x = 1 "):rep(50000) .. "coroutine.yield()")
while true do coroutine.wrap(f)() end
