-- The columns beside the view. From outside in: the beat, then hearts and
-- digs on the left, goals, gear and combo on the right. All in bank 1.

local balance = require "balance"
local colors = require "colors"
local player = require "player"
local view = require "view"

local hud = {}

local over = colors.over
local H = 9
local OKAY = 0.18       -- from here on to the beat a press counts
local JUDGED_TIME = 20  -- ticks that a verdict lights the columns

local judged, judged_left = over.DIM, 0

function hud.reset() judged_left = 0 end

-- A verdict was given: the columns take its color.
function hud.judged(verdict)
  if verdict == "rejected" then return end
  judged, judged_left = colors.VERDICT[verdict], JUDGED_TIME
end

-- Two lights come from the ends and meet in the middle on the beat; the
-- middle is lit while a press counts.
local function draw_meter()
  local phase = beat.phase()
  local open = phase >= 1 - OKAY or phase <= OKAY
  local color, back = over.GRAY, over.DIM
  if judged_left > 0 then
    judged_left = judged_left - 1
    color = judged
    if judged_left > JUDGED_TIME // 2 then back = judged end
  end
  for x = 0, 15, 15 do
    for y = 0, H - 1 do pix(x, y, back) end
    if back ~= judged or judged_left == 0 then
      local at = math.floor(phase * 4.99)
      pix(x, at, color)
      pix(x, H - 1 - at, color)
    end
    if open then pix(x, 4, over.WHITE) end
    if phase < 0.12 then
      pix(x, 3, over.WHITE)
      pix(x, 5, over.WHITE)
    end
  end
end

local function draw_left(world)
  local blink = view.hurt_left > 0 and view.hurt_left // 3 % 2 == 0
  for i = 1, balance.HEARTS do
    local color = i <= world.hp and over.RED or over.DARK_RED
    pix(1, i - 1, blink and over.WHITE or color)
  end
  if world.armor > 0 then pix(1, 3, world.armor > 1 and over.BLUE or over.DIM) end
  for i = 1, balance.MOST_DIGS do
    local full = i <= world.digs
    local color = full and over.BROWN or over.DIM
    if world.shovel > 0 then color = (world.shovel + i) % 2 == 0 and over.YELLOW or over.BROWN end
    pix(1, 4 + i, color)
  end
end

local function draw_right(world)
  for i = 1, balance.GOALS do
    pix(14, i - 1, i <= world.goals and over.YELLOW or over.DIM)
  end
  local weapon = world.weapon == player.SPEAR and over.LIME or world.weapon == player.SWORD and over.WHITE
  if weapon then pix(14, 3, weapon) end
  -- A full combo dances.
  local full = world.combo == balance.MOST_COMBO
  for i = 1, balance.MOST_COMBO do
    local color = full and (beat.index() + i) % 4 == 0 and over.WHITE or over.GREEN
    pix(14, 9 - i, i <= world.combo and color or over.DIM)
  end
end

function hud.draw(world)
  draw_meter()
  for y = 0, H - 1 do
    pix(1, y, over.BLACK)
    pix(14, y, over.BLACK)
  end
  draw_left(world)
  draw_right(world)
end

return hud
