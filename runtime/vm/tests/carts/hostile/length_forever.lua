-- stops: budget 4
local t = {}
for i = 1, 1000000 do t[i] = i end
while true do local _ = #t end
