-- stops: budget
local function short()
  for i = 1, 50 do end
end
while true do
  coroutine.wrap(short)()
end
