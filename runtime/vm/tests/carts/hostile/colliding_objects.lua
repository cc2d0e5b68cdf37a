-- stops: budget 10
local t, n = {}, 0
while n < 250 do
  local key = {}
  local number = tonumber(tostring(key):sub(8))
  if (number * 0x9e3779b1 & 0xffffffff) >> 24 == 5 then n = n + 1 t[key] = n end
end
local probe = next(t)
for k, v in next, t do if v == 2 then probe = k end end
for i = 1, 300000 do local x = t[probe] end
