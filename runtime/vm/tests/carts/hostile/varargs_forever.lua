-- stops: budget 6
local t = {}
for i = 1, 50000 do t[i] = i end
local function f(...)
  while true do
    local a = select("#", ...)
  end
end
f(table.unpack(t))
