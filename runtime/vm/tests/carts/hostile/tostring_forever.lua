-- stops: budget
while true do tostring({}) end
