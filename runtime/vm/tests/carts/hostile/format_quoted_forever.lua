-- stops: budget 4
local s = ("\0"):rep(1000000)
while true do
  local _ = ("%q"):format(s)
end
