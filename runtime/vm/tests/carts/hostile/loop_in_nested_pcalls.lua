-- stops: budget 3
local function deep(n)
  while true do pcall(deep, n + 1) end
end
deep(1)
