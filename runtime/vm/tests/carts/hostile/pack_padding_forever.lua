-- stops: budget 3
while true do
  local _ = ("c10000000"):pack("")
end
