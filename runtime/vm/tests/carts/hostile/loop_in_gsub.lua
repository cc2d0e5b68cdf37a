-- stops: budget 3
("x"):gsub(".", function()
  while true do end
end)
