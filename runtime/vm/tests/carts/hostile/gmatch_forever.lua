-- stops: budget 4
local s = ("a"):rep(1000000)
while true do
  for _ in s:gmatch("b") do end
end
