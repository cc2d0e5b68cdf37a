-- title:   small
-- desc:    a screen of 64x64 from the header
-- script:  lua
-- console: downbeat
-- screen:  64x64

function TIC()
  cls(2)
  rectb(0, 0, 64, 64, 12)
  pix(63, 63, 4)
  pix(64, 64, 5)
  circ(32, 32, 40, 3)
  trace(pix(63, 32) .. " " .. pix(64, 32) .. " " .. pix(32, 64))
end
