-- What all pages share: colors, the beat line, and the list of last taps.

local ui = {
  BLACK = 0, DARK = 15, GRAY = 14, LIGHT = 13, WHITE = 12, YELLOW = 4,
  ORANGE = 3, RED = 2, GREEN = 5, TEAL = 7, BLUE = 9, NAVY = 8, LIME = 6,
}

-- A color for each verdict, the same on every page.
ui.COLORS = {
  great = ui.GREEN, good = ui.LIME, okay = ui.YELLOW, early = ui.BLUE,
  late = ui.ORANGE, failed = ui.RED, missed = ui.GRAY, rejected = ui.LIGHT,
  none = ui.LIGHT,
}

-- Distances from the beat, in beats, from the widest on.
local WINDOWS = { { "okay", 0.18 }, { "good", 0.12 }, { "great", 0.06 } }
local CLOSE = 0.25

local LINE_X, LINE_WIDTH = 20, 200
local TAPS = 12
local PULSE = 8

local taps = {}
local pulse_left = 0
local last

function ui.pulse() pulse_left = PULSE end

-- Remembers an input, with its place in beats.
function ui.judged(verdict, error)
  last = { verdict = verdict, error = error, age = 0 }
  if error then
    table.insert(taps, 1, { at = beat.now(), verdict = verdict })
    taps[TAPS + 1] = nil
  end
end

function ui.clear()
  taps, last = {}, nil
end

function ui.center(text, y, color)
  local width = print(text, 0, -8)
  print(text, 120 - width // 2, y, color)
end

-- Milliseconds with a sign, as one says them: "12 ms early".
function ui.spoken(error)
  local rounded = math.floor(math.abs(error) + 0.5)
  if rounded == 0 then return "on the dot" end
  return rounded .. " ms " .. (error < 0 and "early" or "late")
end

function ui.header(number, count, title, tempo)
  rect(0, 0, 240, 10, ui.NAVY)
  print(number .. "/" .. count, 3, 2, ui.LIGHT)
  ui.center(title, 2, ui.WHITE)
  local bpm = tempo .. " bpm"
  print(bpm, 237 - print(bpm, 0, -8), 2, ui.LIGHT)
  -- The light at the edge flashes on every beat.
  if pulse_left > 0 then
    rect(0, 10, 240 * pulse_left // PULSE, 1, ui.YELLOW)
    pulse_left = pulse_left - 1
  end
end

function ui.footer(text)
  rect(0, 127, 240, 9, ui.NAVY)
  ui.center(text, 129, ui.LIGHT)
end

-- Where a place in beats is on a line that shows two beats around `now`.
local function line_x(place, now)
  return LINE_X + LINE_WIDTH / 2 + (place - now) * LINE_WIDTH / 2
end

-- A filled stretch of the line, cut to it.
local function stretch(from, to, now, y, height, color)
  local left = math.max(LINE_X, line_x(from, now))
  local right = math.min(LINE_X + LINE_WIDTH, line_x(to, now))
  if right > left then rect(left, y, right - left + 0.5, height, color) end
end

-- The beat line: it runs to the left, and the mark in the middle is now. Around
-- each beat are its windows; blue is too early, orange too late.
function ui.beat_line(y, height)
  local now = beat.now()
  rect(LINE_X, y, LINE_WIDTH, height, ui.BLACK)
  for n = math.floor(now) - 1, math.floor(now) + 2 do
    stretch(n - 1 + CLOSE, n - WINDOWS[1][2], now, y, height, ui.NAVY)
    stretch(n + WINDOWS[1][2], n + CLOSE, now, y, height, ui.ORANGE)
    for _, window in ipairs(WINDOWS) do
      stretch(n - window[2], n + window[2], now, y, height, ui.COLORS[window[1]])
    end
    local x = line_x(n, now)
    if x >= LINE_X and x <= LINE_X + LINE_WIDTH then
      line(x, y - 3, x, y + height + 2, ui.WHITE)
      print(n, x - 2, y + height + 4, ui.LIGHT, false, 1, true)
    end
  end
  for _, tap in ipairs(taps) do
    local x = line_x(tap.at, now)
    if x >= LINE_X then
      circ(x, y + height / 2, 2, ui.BLACK)
      circ(x, y + height / 2, 1, ui.WHITE)
    end
  end
  local middle = LINE_X + LINE_WIDTH / 2
  tri(middle - 3, y - 6, middle + 3, y - 6, middle, y - 2, ui.YELLOW)
  line(middle, y - 2, middle, y + height + 1, ui.YELLOW)
  rectb(LINE_X - 1, y - 1, LINE_WIDTH + 2, height + 2, ui.GRAY)
end

-- The last verdict, large, with its distance.
function ui.last_verdict(y)
  if not last then
    ui.center("press an arrow on the beat", y + 3, ui.LIGHT)
    return
  end
  last.age = last.age + 1
  local text = last.verdict
  local scale = last.age < 6 and 3 or 2
  local width = print(text, 0, -20, 0, false, scale)
  print(text, 120 - width // 2, y - scale * 3 + 6, ui.COLORS[last.verdict], false, scale)
  if last.error then ui.center(ui.spoken(last.error), y + 16, ui.LIGHT) end
end

return ui
