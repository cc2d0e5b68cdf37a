-- title:  bench heap
-- script: lua
-- A cart whose Lua heap is large, as the time machine sees it: levels and
-- dialogue that never change fill four megabytes; some creatures move.

local MEGABYTES = 4
local CREATURES = 60

local levels, creatures = {}, {}
local ticks = 0

local function level(number)
  local made = {name = "level " .. number, tiles = {}, things = {}}
  for i = 1, 400 do made.tiles[i] = i * number % 64 end
  for i = 1, 40 do
    made.things[i] = {kind = "thing " .. i % 9, x = i, y = i * 2, drops = {count = i, what = "coin"}}
  end
  made.text = ("They say that level %d is empty. "):format(number):rep(30)
  return made
end

function BOOT()
  while collectgarbage("count") < MEGABYTES * 1024 do
    levels[#levels + 1] = level(#levels)
  end
  collectgarbage()
  for i = 1, CREATURES do
    creatures[i] = {x = i * 4, y = i * 2, dx = i % 7 / 5, path = {}}
  end
end

function TIC()
  ticks = ticks + 1
  cls(2)
  for i = 1, #creatures do
    local creature = creatures[i]
    creature.x = (creature.x + creature.dx) % 240
    creature.path = {creature.x, creature.y}
    rect(creature.x // 1, creature.y, 6, 6, i % 14)
  end
  local shown = levels[1 + ticks // 60 % #levels]
  print(shown.name .. ", " .. #shown.things .. " things", 2, 2, 12)
end
