-- stops: memory
local t = {}
pcall(function() for i = 1, math.huge do t[i] = {} end end)
for i = 1, 200 do t[#t] = nil end
while true do local u = {{}, {}, {}} end
