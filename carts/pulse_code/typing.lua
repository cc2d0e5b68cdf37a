-- A code of one's own: what is typed is shown as it comes, the last letters
-- of it, and a bar says how large the dungeon will be.

local colors = require "colors"
local letters = require "letters"
local sound = require "sound"

local typing = {}

local over = colors.over
-- How many bytes codes of the versions 1 to 6 take.
local SIZES = { 14, 26, 42, 62, 84, 106 }
local RETURN, BACKSPACE = 50, 51
local DEAF = 3           -- ticks in which the key that led here is still down

local text, age, wrong

function typing.enter()
  text, age, wrong = "", 0, 0
end

local function add(typed)
  if #text + #typed > SIZES[#SIZES] then
    wrong = 30
    sound.play "failed"
    return
  end
  text = text .. typed
  sound.play "move"
end

function typing.update(pressed)
  age = age + 1
  if age < DEAF then return end
  for _, it in ipairs(pressed) do
    if type(it) == "table" and it.kind == "text" then add((it.text:gsub("%c", ""))) end
  end
  if keyp(BACKSPACE) and #text == 0 then return "title" end
  if keyp(BACKSPACE, 20, 3) then text = text:sub(1, (utf8.offset(text, -1) or 1) - 1) end
  if keyp(RETURN) then
    if #text == 0 then return "title" end
    return "own", text
  end
end

function typing.draw()
  vbank(0)
  cls(colors.FLOOR_A)
  vbank(1)
  cls(over.CLEAR)
  local shown = #text == 0 and "TYPE" or text
  local width = letters.width(shown)
  local x = #text == 0 and 0 or math.min(0, 13 - width)
  letters.draw(shown, x, 0, #text == 0 and over.DIM or over.WHITE, 0, 15)
  if age // 20 % 2 == 0 and #text > 0 then pix(math.min(15, x + width + 1), 4, over.YELLOW) end
  -- One step of the bar for each version; the last letters blink red.
  wrong = math.max(0, wrong - 1)
  local version = 1
  while version < #SIZES and #text > SIZES[version] do version = version + 1 end
  for i = 1, #SIZES do
    local color = #text > 0 and i <= version and over.AQUA or over.DIM
    if wrong > 0 then color = over.RED end
    rect(i * 2 + 1, 7, 1, 2, color)
  end
end

return typing
