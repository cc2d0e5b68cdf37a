-- Page 2: each of the eight verdicts, counted. The wall makes "failed": a step
-- to the right is illegal there, and the cart says so.

local ui = require "ui"

local page = { title = "eight verdicts" }

local ORDER = {
  { "great", "within 0.06 beat" }, { "good", "within 0.12" }, { "okay", "within 0.18" },
  { "early", "after the last close-out" }, { "late", "over 0.18, before 0.25" },
  { "failed", "on time, but illegal" }, { "missed", "nothing came" },
  { "none", "could still come" },
}
local WALL = 3

local counts, place, flash

function page.enter()
  ui.clear()
  counts, place, flash = {}, 0, {}
end

function page.move(action)
  if action == "right" then
    if place == WALL then return false end
    place = place + 1
  elseif action == "left" then
    if place == 0 then return false end
    place = place - 1
  end
end

function page.verdict(verdict)
  counts[verdict] = (counts[verdict] or 0) + 1
  flash[verdict] = 12
end

local function draw_table()
  for i, row in ipairs(ORDER) do
    local name, meaning = row[1], row[2]
    local y = 13 + (i - 1) * 8
    local lit = (flash[name] or 0) > 0 or (name == "none" and beat.verdict() == "none")
    if lit then rect(6, y - 1, 228, 8, ui.NAVY) end
    flash[name] = math.max(0, (flash[name] or 0) - 1)
    rect(8, y + 1, 4, 4, ui.COLORS[name])
    print(name, 16, y, ui.COLORS[name])
    print(meaning, 62, y, ui.LIGHT, false, 1, true)
    if name ~= "none" then
      local count = tostring(counts[name] or 0)
      print(count, 232 - print(count, 0, -8), y, ui.WHITE)
    end
  end
end

-- The little walk with its walls at both ends.
local function draw_walk(y)
  for i = -1, WALL + 1 do
    local x = 168 + i * 14
    local wall = i < 0 or i > WALL
    rect(x, y, 13, 13, wall and ui.GRAY or ui.BLACK)
    if wall then
      line(x, y + 6, x + 12, y + 6, ui.DARK)
      line(x + 6, y, x + 6, y + 6, ui.DARK)
    end
  end
  local x = 168 + place * 14
  circ(x + 6, y + 6, 5, ui.TEAL)
  pix(x + 4, y + 5, ui.BLACK)
  pix(x + 8, y + 5, ui.BLACK)
end

function page.draw()
  draw_table()
  draw_walk(108)
  print("walls left and right:", 8, 108, ui.LIGHT, false, 1, true)
  print("a step into one fails", 8, 116, ui.LIGHT, false, 1, true)
  ui.beat_line(88, 8)
end

return page
