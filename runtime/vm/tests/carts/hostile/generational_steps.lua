-- stops: budget 5
local t = {}
for i = 1, 300000 do t[i] = {} end
collectgarbage("generational")
while true do collectgarbage("step") end
