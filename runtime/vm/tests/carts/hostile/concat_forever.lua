-- stops: budget 5
local t = {}
for i = 1, 100000 do t[i] = "x" end
while true do
  local _ = table.concat(t)
end
