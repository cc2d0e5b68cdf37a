-- stops: budget
for i = 1, 200000 do _G["g" .. i] = i end
while true do
  pcall(string.rep)
end
