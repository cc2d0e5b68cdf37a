-- stops: budget
local body = ("local a = 1 "):rep(100)
local f = load(("do " .. body .. " end "):rep(100) .. " local t = {} t.x.y = 1")
while true do pcall(f) end
