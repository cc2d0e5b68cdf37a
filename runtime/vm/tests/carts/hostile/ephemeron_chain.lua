-- stops: budget
local first = {}
local key, all = first, {}
for i = 1, 20000 do
  local t = setmetatable({}, {__mode = "k"})
  local nextkey = {}
  t[key] = nextkey
  all[#all + 1] = t
  key = nextkey
end
while true do collectgarbage() end
