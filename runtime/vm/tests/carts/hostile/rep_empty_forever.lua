-- stops: budget 3
while true do
  local s = (""):rep(1 << 40)
end
