-- What is pressed on pages without a beat: names instead of numbers.

local keys = {}

local BUTTONS = { [0] = "up", "down", "left", "right", "go", "back" }
-- Codes of key(): space, return, backspace, delete, tab, P; WASD and HJKL. The
-- arrows, Z and X are buttons too, and told as such.
local KEYS = {
  [48] = "go", [50] = "go", [51] = "erase", [52] = "erase", [49] = "back", [16] = "pause",
  [23] = "up", [1] = "left", [19] = "down", [4] = "right",
  [11] = "up", [8] = "left", [10] = "down", [12] = "right",
}
local LETTERS = 26   -- the last code of a letter

local list = {}

-- The presses of this tick: a list of names, and of whole events beside it.
-- Call it once a tick.
function keys.read()
  for i = #list, 1, -1 do list[i] = nil end
  for e in event.next do
    if e.kind == "press" then
      local name
      if e.button then
        name = BUTTONS[e.button]
      elseif e.key then
        name = KEYS[e.key] or (e.key < LETTERS - 2 and "other" or nil)
      end
      if name then list[#list + 1] = name end
    elseif e.kind == "text" or e.kind == "drop" then
      list[#list + 1] = e
    end
  end
  return list
end

return keys
