-- stops: budget 2
for i = 1, 0, 0 do end
