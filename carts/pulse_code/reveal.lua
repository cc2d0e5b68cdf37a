-- The end of a run that was won: the view pulls back until the whole code is
-- seen, larger than sixteen by nine, and can be scanned.
--
-- It is drawn from the code as it was before anybody dug in it, in black on
-- white with the four modules of quiet around it that scanners ask for.

local campaign = require "campaign"
local colors = require "colors"
local game = require "game"
local run = require "run"
local scores = require "scores"
local sound = require "sound"

local reveal = {}

local QUIET = 4          -- light modules around a code
local MODULE = 2         -- pixels of a module at the end
local PULL_TIME = 150    -- ticks that the pull back takes
local WORDS_H = 8        -- room for a line under the code
local WAIT = 60

local age, level, text, full, from_x, from_y

-- The line of the poem after the one that was won.
local function open_next_line()
  for i, line in ipairs(campaign.LINES) do
    if line == game.code and i == scores.line() then scores.set_line(i % #campaign.LINES + 1) return end
  end
end

function reveal.enter(world)
  age, level = 0, run.level
  open_next_line()
  full = (#level.matrix + 2 * QUIET) * MODULE
  local best = scores.add(world, game.code.text)
  text = ("%s   %d%s"):format(level.text, scores.points(world), best and " BEST!" or "")
  from_x, from_y = world.x, world.y
  beat.stop()
  sound.jingle "win"
end

function reveal.leave() screen.size(16, 9) end

function reveal.update(pressed)
  age = age + 1
  if age < PULL_TIME + WAIT then return end
  for _, name in ipairs(pressed) do
    if name == "back" then return "title" end
    if type(name) == "string" then return "next" end
  end
end

-- The code with its middle at x, y and so many pixels a module.
local function draw_code(x, y, size)
  local matrix = level.matrix
  local count = #matrix
  local left, top = x - count * size / 2, y - count * size / 2
  for row = 1, count do
    local y0, y1 = math.floor(top + (row - 1) * size), math.floor(top + row * size)
    for column = 1, count do
      if matrix[row]:byte(column) == 35 then
        local x0, x1 = math.floor(left + (column - 1) * size), math.floor(left + column * size)
        rect(x0, y0, math.max(1, x1 - x0), math.max(1, y1 - y0), colors.INK)
      end
    end
  end
end

-- What the code says, and the points, running through below it.
local function draw_words(w, h)
  local width = print(text, 0, -8, 0, false, 1, true)
  local x = (w - width) // 2
  if width > w - 2 then x = w - (age - PULL_TIME) // 2 % (width + w) end
  print(text, x, h - WORDS_H + 1, colors.WALL, false, 1, true)
end

function reveal.draw()
  local part = math.min(1, age / PULL_TIME)
  part = part * part * (3 - 2 * part)
  -- The screen grows from 16x9 to the whole code, with room for a line below.
  local w = math.floor(16 + (full - 16) * part) // 2 * 2
  local h = math.floor(9 + (full + WORDS_H - 9) * part)
  screen.size(w, h)
  vbank(1)
  cls(0)
  vbank(0)
  colors.breathe(0)
  cls(colors.PAPER)
  -- From where the player stood to the middle of the code.
  local middle = #level.matrix * MODULE / 2
  local off_x = (middle - from_x) * (1 - part)
  local off_y = (middle - from_y) * (1 - part)
  draw_code(w / 2 + off_x, (h - WORDS_H * part) / 2 + off_y, MODULE)
  if part == 1 then draw_words(w, h) end
end

return reveal
