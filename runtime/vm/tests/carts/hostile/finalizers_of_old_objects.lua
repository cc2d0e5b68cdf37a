-- stops: budget 5
local meta = {__gc = function() end}
local t = {}
for i = 1, 50000 do t[i] = {} end
for i = 1, 2000 do setmetatable(t[i], meta) end
