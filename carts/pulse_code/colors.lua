-- Two palettes of sixteen: bank 0 is the dungeon, bank 1 lies over it and has
-- what must be seen at once. One pixel is one thing here, so a color is the
-- thing's name, and a bright color means "on the next beat".

local colors = {
  -- Bank 0. The floor and the walls breathe with the beat.
  VOID = 0, FLOOR_A = 1, FLOOR_B = 2, WALL = 3, WALL_LIT = 4, CRACK = 5,
  SLIME = 6, SLIME_DUE = 7, QUICK = 8, QUICK_DUE = 9, BONE = 10, BONE_DUE = 11,
  GHOST = 12, GHOST_DUE = 13, INK = 14, PAPER = 15,
}

-- Bank 1; 0 lets bank 0 through.
colors.over = {
  CLEAR = 0, RED = 1, DARK_RED = 2, ORANGE = 3, YELLOW = 4, BLACK = 5, BROWN = 6,
  ICE = 7, BLUE = 8, PINK = 9, AQUA = 10, WHITE = 11, GREEN = 12, LIME = 13,
  GRAY = 14, DIM = 15,
}

local over = colors.over

-- What each verdict looks like, everywhere.
colors.VERDICT = {
  great = over.GREEN, good = over.LIME, okay = over.YELLOW, late = over.ORANGE,
  early = over.BLUE, failed = over.RED, missed = over.GRAY, rejected = over.GRAY, none = over.DIM,
}

-- Red, green, blue of each color, and of those that breathe on the beat.
local DUNGEON = {
  [0] = 0x000000, 0x120c24, 0x1a1232, 0x39447c, 0x5060a4, 0x2c2050,
  0x1e6e3a, 0x4cff6a, 0x14666e, 0x30f0e8, 0x80786a, 0xfff0c8,
  0x8844c0, 0xf478ff, 0x000000, 0xffffff,
}
local ON_BEAT = { 0x2a1656, 0x3e1a60, 0x5062b0, 0x7c92ec, 0x503070 }
local ON_ALARM = { 0x601420, 0x7c1c18, 0x9c4050, 0xff6060, 0x702030 }
local OVER = {
  [0] = 0x000000, 0xff2a4a, 0x741428, 0xff8020, 0xffd83c, 0x000000, 0xb07840,
  0xa0f0ff, 0x3c6cff, 0xff70b0, 0x30ffb8, 0xffffff, 0x28ff70, 0xb0ff30,
  0x70707c, 0x26242e,
}

local PALETTE = 0x3FC0

local function set(index, rgb)
  poke(PALETTE + index * 3, rgb >> 16)
  poke(PALETTE + index * 3 + 1, rgb >> 8 & 255)
  poke(PALETTE + index * 3 + 2, rgb & 255)
end

local function mix(from, to, part)
  local red = (from >> 16) + ((to >> 16) - (from >> 16)) * part
  local green = (from >> 8 & 255) + ((to >> 8 & 255) - (from >> 8 & 255)) * part
  local blue = (from & 255) + ((to & 255) - (from & 255)) * part
  return math.floor(red) << 16 | math.floor(green) << 8 | math.floor(blue)
end

function colors.load()
  vbank(1)
  for i = 0, 15 do set(i, OVER[i]) end
  vbank(0)
  for i = 0, 15 do set(i, DUNGEON[i]) end
end

-- How the floor glows: light 0 is between the beats, 1 on one; in red if there
-- is cause for alarm. Call it with bank 0 chosen.
function colors.breathe(light, alarm)
  local bright = alarm and ON_ALARM or ON_BEAT
  for i = 1, #bright do set(i, mix(DUNGEON[i], bright[i], light)) end
end

return colors
