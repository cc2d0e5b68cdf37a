-- stops: budget
local t = {}
for i = 1, 150 do
  t[#t + 1] = "local function f" .. i .. "() "
  for j = 1, 100 do t[#t + 1] = "local a" .. i .. "_" .. j .. " " end
end
t[#t + 1] = ("x = x "):rep(50000)
t[#t + 1] = ("end "):rep(150)
local s = table.concat(t)
while true do assert(load(s)) end
