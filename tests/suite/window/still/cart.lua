-- title:  still
-- desc:   a picture in which no pixel may move: edges, corners, every color
-- script: lua
-- console: downbeat

function TIC()
  cls(0)
  rectb(0, 0, 240, 136, 12)
  for c = 0, 15 do
    rect(8 + c * 14, 8, 12, 12, c)
  end
  for y = 0, 15 do
    for x = 0, 15 do
      pix(8 + x, 28 + y, (x ~ y) & 15)
      pix(32 + x, 28 + y, (x + y) % 2 * 12)
    end
  end
  circ(100, 60, 20, 2)
  circb(100, 60, 24, 4)
  tri(140, 36, 170, 84, 130, 84, 6)
  line(0, 135, 239, 90, 9)
  print("Still 0123456789", 60, 100, 11)
  -- The four corners differ, so that a picture upside down is seen.
  pix(0, 0, 2)
  pix(239, 0, 6)
  pix(0, 135, 10)
  pix(239, 135, 4)
end
