-- stops: budget 4
local sin = math.sin
while true do
  local _ = sin(1e300)
end
