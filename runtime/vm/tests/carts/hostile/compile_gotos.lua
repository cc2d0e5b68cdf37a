-- stops: budget
local t = {}
for i = 1, 15000 do t[i] = "do goto a" .. i .. " end " end
for i = 1, 15000 do t[#t + 1] = "::a" .. i .. ":: x = 1 " end
local s = table.concat(t)
while true do assert(load(s)) end
