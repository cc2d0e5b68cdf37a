-- The title: the name falls in letter by letter on the beat over a heartbeat
-- line. Up and down turn to what else there is; anything else begins.

local campaign = require "campaign"
local colors = require "colors"
local letters = require "letters"
local scores = require "scores"
local sound = require "sound"
local steps = require "steps"

local title = {}

local over = colors.over
local IDLE = 20 * 60       -- ticks until the console plays by itself

-- PULSE in sixteen columns: its letters are too wide as they are.
local LOGO = {
  { x = 0, rows = { "###", "#.#", "###", "#..", "#.." } },
  { x = 4, rows = { "#.#", "#.#", "#.#", "#.#", "###" } },
  { x = 8, rows = { "#.", "#.", "#.", "#.", "##" } },
  { x = 11, rows = { "##", "#.", "##", ".#", "##" } },
  { x = 14, rows = { "##", "#.", "##", "#.", "##" } },
}
-- One heartbeat, as heights over the line.
local HEARTBEAT = { 0, 0, 1, 0, -1, 2, -1, 0, 0, 1, 0, 0, 0, 0, 0, 0 }
local BASE = 7

-- What is shown on the first page, four beats each.
local CODE, WORDS = 1, 2
local SHOW = { LOGO, LOGO, CODE, WORDS }

local PAGES = { "PLAY", "DAILY", "TYPE", "LEARN", "TUNE", "BEST" }
-- What each page asks for when it is chosen; the last only shows.
local ASKS = { PLAY = "play", DAILY = "daily", TYPE = "typing", LEARN = "lesson", TUNE = "calibrate" }

local page, age, idle, flash, turned

function title.enter()
  page, age, idle, flash, turned = 1, 0, 0, 0, false
  beat.start(sound.song(1, { actions = steps.KEYS }))
end

function title.beat() flash = 1 end

-- What the page shows in words.
local function words()
  local name = PAGES[page]
  if name == "BEST" then
    local best = scores.best()
    return best > 0 and ("BEST %d"):format(best) or "BEST -"
  end
  if name == "PLAY" and scores.line() > 1 then
    return ("PLAY %d/%d"):format(scores.line(), #campaign.LINES)
  end
  if name == "TUNE" then return "TUNE  EARS AND EYES TO THE BEAT" end
  if name == "LEARN" then return "LEARN  QWE AD ZXC, ARROWS, KEYPAD OR PAD. SPACE PAUSES" end
  return name
end

local function draw_logo()
  local n = beat.index()
  -- In the first beats the letters come one by one, from above.
  for i, letter in ipairs(LOGO) do
    local fallen = n > i or n == i and beat.phase() or 0
    if n >= i then
      local y = n == i and math.floor((1 - math.min(1, fallen * 4)) * -6) or 0
      local bright = n == i or (n - i) % 8 == 5
      for row, line in ipairs(letter.rows) do
        for column = 1, #line do
          if line:sub(column, column) == "#" then
            pix(letter.x + column - 1, y + row - 1, bright and flash > 0.4 and over.WHITE or over.AQUA)
          end
        end
      end
    end
  end
end

local function draw_code()
  letters.draw("CODE", 1, 0, flash > 0.5 and over.WHITE or over.PINK)
end

-- A light runs along the heartbeat line and meets the peak on the beat.
local function draw_heartbeat()
  local head = math.floor(beat.phase() * 16) + 5
  for x = 0, 15 do
    local behind = (head - x) % 16
    local color = behind == 0 and over.WHITE or behind < 4 and over.RED
      or behind < 10 and over.DARK_RED or over.DIM
    pix(x, math.max(5, math.min(8, BASE - HEARTBEAT[x + 1])), color)
  end
end

function title.draw()
  vbank(0)
  cls(colors.VOID)
  colors.breathe(0)
  -- Faint modules of a code wander behind the logo.
  local n = beat.index()
  for i = 0, 8 do
    local x, y = (i * 7 + n * 3) % 16, (i * 5 + n * 2 + i * i) % 9
    pix(x, y, flash > 0.6 and colors.FLOOR_B or colors.FLOOR_A)
  end
  vbank(1)
  cls(over.CLEAR)
  -- The name, and now and then what a key would do.
  local part = page > 1 and WORDS or turned and age < 90 and WORDS or SHOW[n // 4 % #SHOW + 1]
  if part == LOGO then
    draw_logo()
  elseif part == CODE then
    draw_code()
  else
    letters.show(words(), 0, flash > 0.7 and over.WHITE or over.YELLOW, page > 1 and age or 0)
  end
  draw_heartbeat()
  flash = math.max(0, flash - 0.04)
end

function title.update(pressed)
  sound.tick()
  age, idle = age + 1, idle + 1
  for _, name in ipairs(pressed) do
    idle = 0
    if name == "up" or name == "down" then
      page = (page - 1 + (name == "up" and -1 or 1)) % #PAGES + 1
      age, turned = 0, true
      sound.play "move"
    elseif name.kind == "text" and #name.text > 1 then
      -- A text that was pasted is played at once.
      return "own", name.text
    elseif type(name) == "string" and ASKS[PAGES[page]] then
      sound.play "choose"
      return ASKS[PAGES[page]]
    end
  end
  if idle > IDLE then return "demo" end
end

return title
