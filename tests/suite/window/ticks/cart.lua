-- title:  Ticks
-- script: lua

-- Shows the number of the tick in binary, in a red frame, and traces it.
-- Fails while E is held.

tick = 0

function TIC()
  tick = tick + 1
  if key(5) then
    error("E is held")
  end
  cls(0)
  rectb(40, 60, 134, 12, 2)
  for bit = 0, 15 do
    if tick >> bit & 1 == 1 then
      rect(43 + bit * 8, 63, 6, 6, 12)
    end
  end
  trace("played " .. tick)
end
