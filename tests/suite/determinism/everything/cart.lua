-- title:  everything
-- desc:   what differs between machines elsewhere: order, mathematics, chance
-- script: lua

local keys = {}
for i = 1, 50 do keys["name" .. i] = i end
for i = 1, 20 do keys[i * 0.37] = i end
for i = 1, 20 do keys[-i * 1000003] = i end

local x = 0

function TIC()
  cls(0)
  -- The order of pairs() over keys whose hash has a seed.
  local order = 0
  for _, value in pairs(keys) do order = (order * 31 + value) % 2147483647 end
  -- Mathematics whose last bits differ between C libraries.
  for i = 1, 100 do
    x = math.sin(x + i) * math.exp(math.cos(i * x)) + math.abs(math.tan(i)) ^ 0.3333
    x = (x + math.log(i) * math.atan(x, i) + math.sqrt(i) + math.asin(i / 100)) % 97
  end
  local sorted = {}
  for i = 1, 200 do sorted[i] = math.random(1000) end
  table.sort(sorted, function(a, b) return a % 10 < b % 10 end)
  for i = 1, 200 do pix(i, 40, sorted[i]) end
  trace(string.format("%d %.17g %a %g", order, x, x, x))
  trace(tostring(math.random()) .. " " .. sorted[1] .. " " .. sorted[200])
  for i = 0, 99 do pix(20 + i, 20 + math.random(0, 9), math.random(15)) end
  line(0, 0, x % 240, order % 136, 12)
end
