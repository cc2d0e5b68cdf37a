-- stops: budget 5
local piece = ("x = x + 1 "):rep(1000)
local function read() return piece end
while true do
  load(read)
end
