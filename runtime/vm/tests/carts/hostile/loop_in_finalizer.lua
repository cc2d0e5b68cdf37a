-- stops: budget 3
setmetatable({}, {__gc = function()
  while true do end
end})
while true do local t = {} end
