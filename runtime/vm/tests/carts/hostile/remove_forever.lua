-- stops: budget 5
local t = {}
for i = 1, 1000000 do t[i] = i end
while true do
  table.insert(t, table.remove(t, 1))
end
