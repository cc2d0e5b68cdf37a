-- stops: budget
local function f(n)
  if n == 0 then while true do debug.traceback() end end
  return 1 + f(n - 1)
end
f(50000)
