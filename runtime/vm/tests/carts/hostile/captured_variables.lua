-- stops: budget
local names = {}
for i = 1, 190 do names[i] = "v" .. i end
local list = table.concat(names, ",")
load("local " .. list .. "\nlocal f = function() return " .. list .. [[ end
for i = 1, 2000 do f = function() return ]] .. list .. " end end")()
