-- Things in the floor that go by the beat: spikes, and vents that let out a
-- wave of fire. Both follow from the number of the beat alone, so there is
-- nothing to save: level.traps says what lies where and on which beat.

local balance = require "balance"
local cells = require "cells"

local traps = { NONE = 0, SPIKES = 1, VENT = 16 }

local function sign(value) return value > 0 and 1 or value < 0 and -1 or 0 end

-- Do the spikes of a trap strike on beat n?
function traps.spikes_fire(trap, n)
  return trap >= traps.SPIKES and trap < traps.VENT
    and n % balance.SPIKE_PERIOD == trap - traps.SPIKES
end

-- How far from its vent a wave is on beat n, 0 to FIRE_REACH; nil if none is out.
function traps.wave(vent_phase, n)
  local age = (n - vent_phase) % balance.FIRE_PERIOD
  return age <= balance.FIRE_REACH and age or nil
end

-- Can fire be at a cell that far from its vent? Walls stop it.
function traps.fire_reaches(world, vent_x, vent_y, x, y)
  while x ~= vent_x or y ~= vent_y do
    local cell = world.cells:get(x, y)
    if not cell or cells.is_wall(cell) then return false end
    x, y = x - sign(x - vent_x), y - sign(y - vent_y)
  end
  return true
end

-- Is a cell on fire on beat n?
function traps.burns(world, level, x, y, n)
  local vents = level.vents
  for i = 1, #vents.x do
    local far = math.max(math.abs(vents.x[i] - x), math.abs(vents.y[i] - y))
    if far <= balance.FIRE_REACH and far == traps.wave(vents.phase[i], n)
      and world.cells:get(vents.x[i], vents.y[i]) ~= cells.PLAIN_DARK
      and traps.fire_reaches(world, vents.x[i], vents.y[i], x, y) then
      return true
    end
  end
  return false
end

-- Hurts the player if something fires where he stands.
function traps.fire(world, level, n, hurt)
  local x, y = world.x, world.y
  if world.cells:get(x, y) == cells.PLAIN_LIGHT then return end
  if traps.spikes_fire(level.traps:get(x, y), n) then hurt(world, "spikes", x, y) end
  if traps.burns(world, level, x, y, n) then hurt(world, "fire", x, y) end
end

return traps
