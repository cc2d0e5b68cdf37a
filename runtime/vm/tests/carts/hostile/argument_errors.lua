-- stops: budget 3
while true do
  pcall(string.rep)
end
