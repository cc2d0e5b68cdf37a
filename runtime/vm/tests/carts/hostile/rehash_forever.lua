-- stops: budget 5
local t = {}
for i = 1, 1 << 17 do t[i + 0.5] = i end
local n = 1
while true do t[n + 0.5] = nil t[-n - 0.5] = 1 t[-n - 0.5] = nil t[n + 0.5] = 1 n = n % 1000 + 1 end
