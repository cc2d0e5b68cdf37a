-- title:  mouse
-- desc:   a cross at the mouse, whose color tells the button
-- script: lua
-- console: downbeat

function TIC()
  local x, y, left, middle, right = mouse()
  cls(8)
  local color = left and 2 or right and 6 or 12
  line(x - 3, y, x + 3, y, color)
  line(x, y - 3, x, y + 3, color)
end
