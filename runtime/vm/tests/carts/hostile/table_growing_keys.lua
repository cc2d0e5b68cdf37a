-- stops: memory
local t, s = {}, ("k"):rep(1000)
for i = 1, math.huge do t[s .. i] = i end
