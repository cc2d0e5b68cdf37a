-- title:  move
-- desc:   a square that the arrow keys move, one pixel a tick
-- script: lua
-- console: downbeat

local x, y = 20, 20

function TIC()
  if btn(0) then y = math.max(y - 1, 0) end
  if btn(1) then y = math.min(y + 1, 128) end
  if btn(2) then x = math.max(x - 1, 0) end
  if btn(3) then x = math.min(x + 1, 232) end
  cls(1)
  rect(x, y, 8, 8, 12)
end
