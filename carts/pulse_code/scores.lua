-- What is kept from run to run: the best runs, how far the poem is read, and
-- whether the first room was left once.

local balance = require "balance"

local scores = {}

local KEPT = 5

local kept = store.load("pulse") or {}
kept.best = kept.best or {}
kept.line = kept.line or 1
scores.kept = kept

function scores.points(world)
  local points = world.gold * balance.POINTS_GOLD + world.goals * balance.POINTS_GOAL
  if world.won then
    points = points + balance.POINTS_EXIT + world.hp * balance.POINTS_HEART
      + math.max(0, balance.PAR_BEATS - world.beat)
  end
  return points
end

function scores.best() return kept.best[1] and kept.best[1].points or 0 end

-- Writes a run down; true if it is the best of all.
function scores.add(world, text)
  local run = { points = scores.points(world), text = text, beats = world.beat, won = world.won }
  if run.points == 0 then return false end
  local place = 1
  while kept.best[place] and kept.best[place].points >= run.points do place = place + 1 end
  table.insert(kept.best, place, run)
  kept.best[KEPT + 1] = nil
  store.save("pulse", kept)
  return place == 1
end

function scores.learned() return kept.learned end

function scores.set_learned()
  kept.learned = true
  store.save("pulse", kept)
end

-- The line of the poem that comes next, and going on to it.
function scores.line() return kept.line end

function scores.set_line(line)
  kept.line = line
  store.save("pulse", kept)
end

return scores
