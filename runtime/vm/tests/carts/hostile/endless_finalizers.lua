-- stops: budget
local mt = {}
mt.__gc = function()
  setmetatable({}, mt)
end
setmetatable({}, mt)
while true do collectgarbage() end
