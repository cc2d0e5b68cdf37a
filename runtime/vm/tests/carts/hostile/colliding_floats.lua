-- stops: budget 4
local t = {}
for i = 1, 4000 do t[0.5 + i * 4095 / 2 ^ 31] = i end
for i = 1, 10000 do local x = t[0.5 + 5000 * 4095 / 2 ^ 31] end
