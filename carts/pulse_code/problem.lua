-- What cannot be played, in words.

local colors = require "colors"
local letters = require "letters"
local sound = require "sound"

local problem = {}

local text, age

function problem.enter(words)
  text, age = words, 0
  beat.stop()
  sound.play "failed"
end

function problem.update(pressed)
  age = age + 1
  if age > 20 and pressed[1] then return "title" end
end

function problem.draw()
  vbank(0)
  cls(colors.VOID)
  vbank(1)
  cls(0)
  letters.show(text, 2, colors.over.ORANGE, age)
  for x = 0, 15 do pix(x, 8, (x + age // 8) % 4 == 0 and colors.over.DIM or 0) end
end

return problem
