-- stops: budget 2
repeat until false
