-- What is pressed, in names. On pages: up, down, left, right, go, back, erase,
-- other. While a game is played letters are steps, and there are only pause,
-- back and press.

local keys = {}

-- Buttons of the pad, and codes of key(). The arrows, and Z, X, A and S, are
-- buttons too, and told as both.
local PAGE_BUTTONS = { [0] = "up", "down", "left", "right", "go", "back", "go", "go" }
local PLAY_BUTTONS = { [4] = "press", [5] = "back", [6] = "pause", [7] = "pause" }
local SPACE, TAB, RETURN, BACKSPACE, DELETE = 48, 49, 50, 51, 52
local A, D, H, J, K, L, P, S, W, X, Z = 1, 4, 8, 10, 11, 12, 16, 19, 23, 24, 26
local PAGE_KEYS = {
  [SPACE] = "go", [RETURN] = "go", [TAB] = "back", [BACKSPACE] = "erase", [DELETE] = "erase",
  [W] = "up", [A] = "left", [S] = "down", [D] = "right",
  [K] = "up", [H] = "left", [J] = "down", [L] = "right", [X] = "back",
}
local PLAY_KEYS = { [SPACE] = "pause", [RETURN] = "pause", [P] = "pause", [TAB] = "back", [BACKSPACE] = "back" }
local TWIN = { [4] = Z, [5] = X, [6] = A, [7] = S }
local LAST_LETTER = 26

local list = {}

local function add(name)
  if name then list[#list + 1] = name end
end

-- The presses of this tick, and texts and pictures as whole events. Call it
-- once a tick; the list is the same one each time.
function keys.read(playing)
  for i = #list, 1, -1 do list[i] = nil end
  local buttons = playing and PLAY_BUTTONS or PAGE_BUTTONS
  local names = playing and PLAY_KEYS or PAGE_KEYS
  for e in event.next do
    if e.kind == "text" or e.kind == "drop" then
      add(e)
    elseif e.kind == "press" and e.button then
      -- A button that a letter presses is a letter.
      local twin = TWIN[e.button]
      if not (twin and key(twin)) then add(buttons[e.button]) end
    elseif e.kind == "press" and e.key then
      add(names[e.key] or not playing and e.key <= LAST_LETTER and "other" or nil)
    end
  end
  return list
end

return keys
