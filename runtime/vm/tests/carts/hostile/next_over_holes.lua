-- stops: budget 5
local t = {}
for i = 1, 200000 do t["k" .. i] = 1 end
for k in pairs(t) do t[k] = nil end
while true do next(t) end
