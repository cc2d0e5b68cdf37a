-- stops: budget
local t = setmetatable({}, {__index = setmetatable({}, {__index = function() return "" end})})
local _ = table.concat(t, "", 1, 1 << 40)
