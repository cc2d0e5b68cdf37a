-- stops: budget 5
local t = {}
for i = 1, 100000 do t[i] = i end
while true do
  local _ = select("#", table.unpack(t))
end
