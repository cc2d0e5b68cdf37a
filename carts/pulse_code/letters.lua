-- Letters of three by five pixels, which is all that 16x9 leaves room for.

local letters = {}

local GLYPHS = {
  A = ".#. #.# ### #.# #.#", B = "##. #.# ##. #.# ##.", C = ".## #.. #.. #.. .##",
  D = "##. #.# #.# #.# ##.", E = "### #.. ##. #.. ###", F = "### #.. ##. #.. #..",
  G = ".## #.. #.# #.# .##", H = "#.# #.# ### #.# #.#", I = "# # # # #",
  J = "..# ..# ..# #.# .#.", K = "#.# #.# ##. #.# #.#", L = "#.. #.. #.. #.. ###",
  M = "#...# ##.## #.#.# #...# #...#", N = "#..# ##.# #.## #..# #..#", O = "### #.# #.# #.# ###",
  P = "##. #.# ##. #.. #..", Q = "### #.# #.# ### ..#", R = "##. #.# ##. #.# #.#",
  S = ".## #.. .#. ..# ##.", T = "### .#. .#. .#. .#.", U = "#.# #.# #.# #.# ###",
  V = "#.# #.# #.# #.# .#.", W = "#...# #...# #.#.# ##.## #...#", X = "#.# #.# .#. #.# #.#",
  Y = "#.# #.# .#. .#. .#.", Z = "### ..# .#. #.. ###",
  ["0"] = ".#. #.# #.# #.# .#.", ["1"] = ".# ## .# .# .#", ["2"] = "##. ..# .#. #.. ###",
  ["3"] = "##. ..# .#. ..# ##.", ["4"] = "#.# #.# ### ..# ..#", ["5"] = "### #.. ##. ..# ##.",
  ["6"] = ".## #.. ### #.# ###", ["7"] = "### ..# .#. .#. .#.", ["8"] = "### #.# ### #.# ###",
  ["9"] = "### #.# ### ..# ##.",
  ["."] = ". . . . #", ["!"] = "# # # . #", ["?"] = "##. ..# .#. ... .#.", ["-"] = "... ... ### ... ...",
  [":"] = ". # . # .", ["/"] = "..# ..# .#. #.. #..", ["'"] = "# # . . .", [","] = ".. .. .. .# #.",
  ["+"] = "... .#. ### .#. ...", ["<"] = "..# .#. #.. .#. ..#", [">"] = "#.. .#. ..# .#. #..",
  ["_"] = "... ... ... ... ###", ["^"] = "..#.. .#.#. #...# ..... .....",
  [" "] = ".. .. .. .. ..",
}

-- Columns of bits for each glyph, so that drawing needs no text.
local columns = {}
for name, art in pairs(GLYPHS) do
  local rows = {}
  for row in art:gmatch "%S+" do rows[#rows + 1] = row end
  local glyph = {}
  for x = 1, #rows[1] do
    local bits = 0
    for y = 1, #rows do
      if rows[y]:sub(x, x) == "#" then bits = bits | 1 << (y - 1) end
    end
    glyph[x] = bits
  end
  columns[name] = glyph
end

local UNKNOWN = columns["?"]

local function glyph_of(text, i) return columns[text:sub(i, i):upper()] or UNKNOWN end

function letters.width(text)
  local width = 0
  for i = 1, #text do width = width + #glyph_of(text, i) + 1 end
  return math.max(0, width - 1)
end

-- Writes text with its upper left corner at x, y; what is outside `left` to
-- `right`, the last column included, is cut off.
function letters.draw(text, x, y, color, left, right)
  left, right = left or 0, right or 15
  for i = 1, #text do
    if x > right then return end
    local glyph = glyph_of(text, i)
    for column = 1, #glyph do
      local at = x + column - 1
      if at >= left and at <= right then
        local bits = glyph[column]
        for row = 0, 4 do
          if bits >> row & 1 == 1 then pix(at, y + row, color) end
        end
      end
    end
    x = x + #glyph + 1
  end
end

-- In the middle, or running from right to left if it is too wide; `age` is how
-- many ticks it has been there. Returns true once it has run through.
local PACE, WAIT = 4, 40
function letters.show(text, y, color, age, left, right)
  left, right = left or 0, right or 15
  local room, width = right - left + 1, letters.width(text)
  if width <= room then
    letters.draw(text, left + (room - width + 1) // 2, y, color, left, right)
    return age > 4 * WAIT
  end
  local way = width + room
  local gone = math.max(0, age - WAIT) // PACE % way
  -- It begins at the left edge, so that its first letters are read at once.
  letters.draw(text, left - gone, y, color, left, right)
  if width - gone < room - 4 then letters.draw(text, left + way - gone, y, color, left, right) end
  return age - WAIT > PACE * width
end

return letters
