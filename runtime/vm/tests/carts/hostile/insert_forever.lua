-- stops: budget
local t = {}
while true do
  table.insert(t, 1, 1)
end
