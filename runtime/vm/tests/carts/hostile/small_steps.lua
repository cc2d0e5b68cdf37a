-- stops: budget 4
local t = {}
for i = 1, 300000 do t[i] = {} end
while true do collectgarbage("step") end
