-- stops: budget 4
local numbers = {}
for i = 1, 8000 do numbers[i] = i * 8191 end
load("return {" .. table.concat(numbers, ",") .. "}")
