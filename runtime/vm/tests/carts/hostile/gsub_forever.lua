-- stops: budget 4
local s = ("a"):rep(1000000)
while true do
  local _ = s:gsub("a", "b")
end
