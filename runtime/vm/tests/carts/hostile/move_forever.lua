-- stops: budget 3
while true do
  table.move({}, 1, 1 << 40, 2)
end
