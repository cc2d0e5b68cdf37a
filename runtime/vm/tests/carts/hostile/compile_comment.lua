-- stops: budget 4
local s = "--[[" .. ("x"):rep(10000000) .. "]]"
while true do
  load(s)
end
