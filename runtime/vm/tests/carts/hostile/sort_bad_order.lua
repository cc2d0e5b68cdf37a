-- stops: runtime
local t = {}
for i = 1, 200000 do t[i] = i end
table.sort(t, function() return true end)
