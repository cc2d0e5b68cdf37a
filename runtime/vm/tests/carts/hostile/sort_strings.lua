-- stops: budget
local t = {}
local s = ("a"):rep(1000000)
for i = 1, 30 do t[i] = s .. i end
while true do table.sort(t) end
