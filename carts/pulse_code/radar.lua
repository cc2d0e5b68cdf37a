-- One pixel on the border of the view that points to the next goal, or to the
-- way out once all goals are taken. The nearer, the faster it blinks.

local balance = require "balance"
local cells = require "cells"
local colors = require "colors"
local monsters = require "monsters"
local view = require "view"

local radar = {}

local over = colors.over
local blink = 0

-- The nearest goal that is left, or the way out.
function radar.target(world, level)
  if world.goals == balance.GOALS then return level.exit_x, level.exit_y end
  local best, best_x, best_y = math.huge, nil, nil
  for _, goal in ipairs(level.goals) do
    local far = monsters.distance(world.x, world.y, goal.x, goal.y)
    if far < best and world.cells:get(goal.x, goal.y) == cells.GOAL then
      best, best_x, best_y = far, goal.x, goal.y
    end
  end
  return best_x, best_y
end

function radar.draw(world, level)
  local x, y = radar.target(world, level)
  if not x or view.sees(x, y) then return end
  local px, py = world.x - view.from_x, world.y - view.from_y
  local dx, dy = x - world.x, y - world.y
  -- How far one can go that way before the border of the view.
  local room_x = dx > 0 and view.W - 1 - px or px
  local room_y = dy > 0 and view.H - 1 - py or py
  local part = math.min(dx ~= 0 and room_x / math.abs(dx) or 99, dy ~= 0 and room_y / math.abs(dy) or 99)
  local sx, sy = math.floor(px + dx * part + 0.5), math.floor(py + dy * part + 0.5)
  blink = blink + 1
  local far = math.max(math.abs(dx), math.abs(dy))
  local pace = far > 24 and 16 or far > 12 and 10 or 6
  local color = world.goals == balance.GOALS and over.AQUA or over.YELLOW
  if blink // pace % 2 == 0 then pix(view.LEFT + sx, view.TOP + sy, color) end
end

return radar
