-- Songs that begin, stop, pause, seek and fade: the player is outside of the
-- state, and has to be brought back to the sample.

local t = 0

function TIC()
  cls(t % 16)
  if t == 3 then song.play("plucks.mp3", {loop = {0.2, 0.9}, volume = 0.8}) end
  if t == 40 then song.pause() end
  if t == 47 then song.resume() end
  if t == 60 then song.seek(0.5) end
  if t == 80 then song.play("plucks.ogg", {loop = true}) end
  if t == 100 then song.volume(0.3) end
  if t == 130 then song.play("plucks.flac") end
  if t == 170 then song.stop() end
  if t % 25 == 0 then sfx(0, 30, 10) end
  print(song.position() .. " " .. tostring(song.playing()), 4, 4, 12)
  t = t + 1
end
