-- stops: budget 3
local t = setmetatable({}, {__tostring = function()
  while true do end
end})
error(t)
