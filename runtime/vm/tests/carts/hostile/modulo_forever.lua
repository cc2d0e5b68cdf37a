-- stops: budget 3
while true do
  local _ = 1e308 % 1e-308
end
