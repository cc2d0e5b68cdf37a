-- stops: budget 6
local a = ("a"):rep(1000):rep(10000) .. "a"
local b = ("a"):rep(1000):rep(10000) .. "a"
local t = {[a] = 1}
while true do
  local _ = t[b]
end
