-- stops: budget 4
local x = 1.5
while true do
  x = x ^ 1.000001 ^ 1.1 ^ 1.1 ^ 1.1
end
