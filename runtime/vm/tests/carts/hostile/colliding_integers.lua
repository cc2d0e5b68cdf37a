-- stops: budget 4
local t = {}
for i = 1, 4000 do t[i * 4095] = i end
for i = 1, 10000 do local x = t[i * 4095 * 4096] end
