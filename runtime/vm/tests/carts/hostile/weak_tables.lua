-- stops: budget 4
local t = setmetatable({}, {__mode = "kv"})
for i = 1, 300000 do t[i] = t end
while true do collectgarbage("step") end
