-- stops: budget 3
local function handler()
  while true do end
end
while true do xpcall(error, handler) end
