-- stops: budget 3
while true do
  local s = (""):rep(10000000, "x")
end
