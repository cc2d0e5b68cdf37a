-- stops: budget 2
while true do end
