-- The eight ways to go, and the keys for them.
--
-- The console takes presses that come at the very same moment in the order of
-- their actions' names, so the names put diagonals first: whoever holds Q and
-- W down at once goes north-west.

local steps = {
  diagonal_ne = { 1, -1 }, diagonal_nw = { -1, -1 }, diagonal_se = { 1, 1 }, diagonal_sw = { -1, 1 },
  straight_e = { 1, 0 }, straight_n = { 0, -1 }, straight_s = { 0, 1 }, straight_w = { -1, 0 },
}

-- The order in which ties are broken.
local NAMES = {
  "diagonal_ne", "diagonal_nw", "diagonal_se", "diagonal_sw",
  "straight_e", "straight_n", "straight_s", "straight_w",
}

-- Numbers are buttons of the pad, which the arrow keys and the stick are too;
-- letters are the block around S, then the vi keys.
local KEYS = {
  straight_n = { 0, "w", "k", "kp8" }, straight_s = { 1, "s", "x", "j", "kp2" },
  straight_w = { 2, "a", "h", "kp4" }, straight_e = { 3, "d", "l", "kp6" },
  diagonal_nw = { "q", "y", "kp7" }, diagonal_ne = { "e", "u", "kp9" },
  diagonal_sw = { "z", "b", "kp1" }, diagonal_se = { "c", "n", "kp3" },
}

-- Two straight steps, pressed together, are a diagonal one.
local CHORDS = {
  diagonal_ne = { "straight_n", "straight_e" }, diagonal_nw = { "straight_n", "straight_w" },
  diagonal_se = { "straight_s", "straight_e" }, diagonal_sw = { "straight_s", "straight_w" },
}

return { BY_NAME = steps, NAMES = NAMES, KEYS = KEYS, CHORDS = CHORDS }
