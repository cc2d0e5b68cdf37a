-- stops: budget
local t = table.pack(("x"):rep(50000):byte(1, -1))
local function deep(n) if n == 0 then return table.unpack(t) end return 1, deep(n - 1) end
deep(5000)
