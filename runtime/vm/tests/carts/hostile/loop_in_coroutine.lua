-- stops: budget 3
local co = coroutine.wrap(function()
  while true do end
end)
while true do pcall(co) end
