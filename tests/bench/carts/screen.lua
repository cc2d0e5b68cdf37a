-- title:  bench screen
-- script: lua
-- The worst for the time machine: every pixel changes in every tick, in an
-- order that nothing foresees.

local SCREEN = 240 * 136 // 2

local seed = 1

function TIC()
  for address = 0, SCREEN - 1 do
    seed = seed * 1103515245 + 12345 & 0x7fffffff
    poke(address, seed >> 16)
  end
end
