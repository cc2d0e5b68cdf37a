-- stops: budget 4
local s = ("a"):rep(5000000)
while true do
  local _ = s .. s
end
