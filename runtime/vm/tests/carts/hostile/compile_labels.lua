-- stops: budget
local t = {}
for i = 1, 30000 do t[i] = "::a" .. i .. ":: x = 1 " end
local s = table.concat(t)
while true do assert(load(s)) end
