-- title:  rhythm
-- desc:   traces how far off each press of A was
-- script: lua
-- console: downbeat

function BOOT()
  beat.start{bpm = 120, actions = {tap = 4}}
end

function VERDICT(verdict, player, error_ms, action, n)
  if verdict ~= "missed" then
    trace(string.format("press %d %s %.3f", n, verdict, error_ms))
  end
end

function TIC()
  cls(beat.phase() < 0.25 and 12 or 1)
end
