-- stops: budget 3
local t = setmetatable({}, {__len = function() return 1 << 40 end})
table.insert(t, 1, 1)
