-- Page 1: the beat comes, you press, and the line shows how near it was.

local ui = require "ui"

local page = { title = "the beat" }

function page.enter() ui.clear() end

-- A metronome: its rod is upright on every beat, and swings to a side between.
local function draw_metronome(x, y)
  local swing = math.sin(beat.now() * math.pi)
  local lean = beat.now() % 2 < 1 and 1 or -1
  local angle = math.abs(swing) * 0.6 * lean
  tri(x - 14, y, x + 14, y, x, y - 46, ui.GRAY)
  trib(x - 14, y, x + 14, y, x, y - 46, ui.LIGHT)
  local tip_x, tip_y = x + math.sin(angle) * 44, y - 4 - math.cos(angle) * 44
  line(x, y - 4, tip_x, tip_y, ui.WHITE)
  local weight_x, weight_y = x + math.sin(angle) * 30, y - 4 - math.cos(angle) * 30
  circ(weight_x, weight_y, 3, ui.YELLOW)
  circ(x, y - 4, 2, ui.WHITE)
end

function page.draw()
  draw_metronome(36, 64)
  local lines = {
    "Green is great, then good and okay.",
    "Orange is late: the beat is used up.",
    "After a quarter beat it is closed;",
    "blue is too early for the next one.",
  }
  for i, text in ipairs(lines) do print(text, 62, 11 + i * 8, ui.LIGHT, false, 1, true) end
  print("The console judges when you pressed,", 62, 54, ui.WHITE, false, 1, true)
  print("not when a picture was drawn.", 62, 62, ui.WHITE, false, 1, true)
  ui.beat_line(78, 10)
  ui.last_verdict(101)
end

return page
