-- stops: budget
local function f()
  pcall(f)
end
while true do f() end
