-- title: rewind
-- console: downbeat
-- desc: a cart goes back by itself: what it remembers, and what it is refused

local n, charges = 0, 2
local walk = coroutine.wrap(function()
  for step = 1, math.huge do coroutine.yield(step) end
end)

local function refused(f, ...)
  local _, message = pcall(f, ...)
  trace("refused: " .. message)
end

refused(rewind.frames, 1)
refused(rewind.frames, 0)
refused(rewind.frames, "x")

function TIC()
  local note = rewind.note()
  if note then
    charges = note.charges
    trace("back from " .. note.from)
  end
  n = n + 1
  trace(("tick %d, step %d, %d charges, %d kept"):format(n, walk(), charges, rewind.kept()))
  pmem(0, n)
  if n == 8 and charges > 0 then
    -- Asked twice, the last wish counts.
    rewind.frames(1)
    rewind.frames(4, {charges = charges - 1, from = n})
  elseif n == 8 then
    refused(rewind.frames, 100)
    refused(rewind.frames, 1, TIC)
    refused(rewind.frames, 1, ("x"):rep(10000))
    exit()
  end
end
