-- stops: budget 5
local t = {}
for i = 1, 100000 do t[i] = (i * 7919) % 100003 end
while true do
  table.sort(t)
end
