-- Diagonals by two keys. Nobody presses two arrows in the very same moment:
-- the first is judged and carried out at once, and the second would be turned
-- down, since the beat is used up. If it comes within a blink, the first step
-- is taken back and the diagonal one made in its place, with the verdict that
-- the first key had.

local rules = require "rules"
local steps = require "steps"

local chords = {}

local WINDOW = 35       -- milliseconds between the two keys

local first = {}

-- Which diagonal two straight steps make.
local DIAGONAL = {}
for name, pair in pairs(steps.CHORDS) do
  DIAGONAL[pair[1] .. pair[2]], DIAGONAL[pair[2] .. pair[1]] = name, name
end

function chords.reset() first.action = nil end

-- The world as it is before a step; call it in MOVE.
function chords.remember(world, action)
  first.action, first.beat = action, nil
  first.mark = rollback.save(world)
end

-- For which beat that step was, and how many milliseconds from it it came.
function chords.judged(n, milliseconds)
  first.beat, first.milliseconds = n, milliseconds
end

-- A second action came for beat n. Makes a diagonal of the two if they are
-- one; returns whether.
function chords.complete(world, level, action, n, milliseconds)
  if not first.action or first.beat ~= n or world.over then return false end
  local diagonal = DIAGONAL[first.action .. action]
  if not diagonal or milliseconds - first.milliseconds > WINDOW then return false end
  local hit = world.beat == n
  local mark = rollback.save(world)
  rollback.load(first.mark)
  if rules.move(world, diagonal) == false then
    rollback.load(mark)
    return false
  end
  if hit then rules.beat(world, level, n) end
  first.action = nil
  return true
end

return chords
