-- stops: budget 3
while true do
  local s = ("x"):rep(10000000)
end
