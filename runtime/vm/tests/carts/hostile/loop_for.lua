-- stops: budget 2
for i = 1, math.huge do end
