-- stops: budget 5
collectgarbage("incremental", 1, 1000, 60)
local t = {}
for i = 1, 300000 do t[i] = {} end
while true do t[1] = {} end
