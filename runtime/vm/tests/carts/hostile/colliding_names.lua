-- stops: budget 13
local function hash(s)
  local h = 0x5eed ~ #s
  for i = #s, 1, -1 do h = h ~ ((h << 5) + (h >> 2) + s:byte(i) & 0xffffffff) end
  return h
end
local t, last = {}, nil
for i = 1, 40000 do
  local name = "n" .. i
  if hash(name) & 255 == 7 then t[name] = i last = last or name end
end
local x
for i = 1, 500000 do x = t[last] end
