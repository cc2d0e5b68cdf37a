-- stops: budget
local t = table.pack(("x"):rep(50000):byte(1, -1))
local function deep(n) if n == 0 then return table.unpack(t) end return pcall(deep, n - 1) end
for i = 1, 8 do deep(150) end
