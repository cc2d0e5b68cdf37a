-- stops: budget 2
for _ in function() return 1 end do end
