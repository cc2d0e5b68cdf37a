local greeting = require "greeting"
local apple = require "things.apple"

function TIC()
  cls(apple.color)
  trace(greeting.to("folder") .. " " .. apple.name)
  trace(tostring(require "greeting" == greeting))
  local ok, message = pcall(require, "nothing")
  trace(tostring(ok) .. " " .. message)
  trace(screen_size())
end

function screen_size()
  cls(1)
  return pix(63, 63) .. " " .. pix(64, 63)
end
