-- stops: runtime
local t = setmetatable({}, {})
getmetatable(t).__tostring = function(t) return tostring(t) end
local s = tostring(t)
