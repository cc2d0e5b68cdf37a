-- stops: budget 3
while true do
  local _ = ("%.99f"):format(1e308)
end
