-- stops: budget
local names = {}
for i = 1, 150 do names[i] = "a" end
load("local a = 1.2345678e-77 for i = 1, 6000 do local b = " .. table.concat(names, "..") .. " end")()
