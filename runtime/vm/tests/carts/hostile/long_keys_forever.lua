-- stops: budget 6
local a = ("a"):rep(10000000) .. "a"
local b = ("a"):rep(10000001)
local t = {[a] = 1}
while true do
  local _ = t[b]
end
