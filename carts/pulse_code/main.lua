-- Pulse Code: a rhythm dungeon crawler inside a QR code.
local colors = require "colors"
local hud = require "hud"
local level = require "level"
local radar = require "radar"
local rules = require "rules"
local steps = require "steps"
local view = require "view"

local lev, world

function BOOT()
  colors.load()
  lev = level.from_text("KEEP YOUR PULSE", 2)
  world = rules.new_world(lev)
  rollback.track(world)
  view.reset(world)
  beat.start { bpm = 80, actions = steps.KEYS }
end

function BEAT(n) rules.beat(world, lev, n) end
function MOVE(action) return rules.move(world, action) end
function CLOSE(n, verdict) rules.close(world, n, verdict) end
function VERDICT(verdict) hud.judged(verdict) end

function TIC()
  vbank(1)
  cls(0)
  view.draw(world, lev)
  radar.draw(world, lev)
  hud.draw(world)
end
