-- stops: runtime
local t = setmetatable({}, {})
getmetatable(t).__index = function(t, k) return t[k] end
local x = t.x
