-- stops: budget 3
pcall(function()
  while true do end
end)
