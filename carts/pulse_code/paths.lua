-- Ways through the dungeon in eight directions.

local cells = require "cells"

local paths = {}

local is_wall = cells.is_wall
local SEARCH = 12       -- steps in which a way by dug walls comes out again

local STEP_X = { 0, 1, 0, -1, 1, 1, -1, -1 }
local STEP_Y = { -1, 0, 1, 0, -1, 1, 1, -1 }

-- Cells that one can walk to from x, y, at most `most` steps away, nearest
-- first: lists x, y, far, and from, the number of the cell before; and the
-- farthest distance.
function paths.around(map, x, y, most)
  local w = map:width()
  local xs, ys, fars, from = { x }, { y }, { 0 }, { 0 }
  local seen = { [y * w + x] = true }
  local at, last = 1, 1
  while at <= last and fars[at] < most do
    local cx, cy, far = xs[at], ys[at], fars[at] + 1
    for i = 1, 8 do
      local nx, ny = cx + STEP_X[i], cy + STEP_Y[i]
      local place = ny * w + nx
      if not seen[place] or nx < 0 or nx >= w then
        local cell = map:get(nx, ny)
        if cell then
          seen[place] = true
          if not is_wall(cell) then
            last = last + 1
            xs[last], ys[last], fars[last], from[last] = nx, ny, far, at
          end
        end
      end
    end
    at = at + 1
  end
  return { x = xs, y = ys, far = fars, from = from, farthest = fars[last] }
end

-- How many steps it is to x, y from each cell that needs no digging, by the
-- place row * width + column; of those at most `most` steps away, if given.
function paths.distances(map, x, y, most)
  local w, far = map:width(), {}
  local reach = paths.around(map, x, y, most or math.huge)
  for i = 1, #reach.x do far[reach.y[i] * w + reach.x[i]] = reach.far[i] end
  return far
end

-- A way from x, y by open cells to where `distances` leads on, and from there
-- to where they end: lists x, y. Only a small part of the map is searched.
function paths.way(map, distances, x, y)
  local w = map:width()
  local way = { x = {}, y = {} }
  local reach = paths.around(map, x, y, distances[y * w + x] and 0 or SEARCH)
  local best, best_total = nil, math.huge
  for i = 1, #reach.x do
    local far = distances[reach.y[i] * w + reach.x[i]]
    if far and far + reach.far[i] < best_total then best, best_total = i, far + reach.far[i] end
  end
  if not best then return way end
  local at = best
  while at > 0 do
    table.insert(way.x, 1, reach.x[at])
    table.insert(way.y, 1, reach.y[at])
    at = reach.from[at]
  end
  x, y = reach.x[best], reach.y[best]
  local here = distances[y * w + x]
  while here > 0 do
    for i = 1, 8 do
      if distances[(y + STEP_Y[i]) * w + x + STEP_X[i]] == here - 1 then
        x, y, here = x + STEP_X[i], y + STEP_Y[i], here - 1
        break
      end
    end
    way.x[#way.x + 1], way.y[#way.y + 1] = x, y
  end
  return way
end

-- The cost of the way from every cell to x, y, by the place row * width +
-- column: one a step, and `wall` more for each wall on it.
function paths.costs(map, x, y, wall)
  local w, h = map:width(), map:height()
  -- What it costs to come into a cell; read once, since it is asked for often.
  local price = {}
  for cy = 0, h - 1 do
    for cx = 0, w - 1 do
      price[cy * w + cx] = is_wall(map:get(cx, cy)) and 1 + wall or 1
    end
  end
  local costs = { [y * w + x] = 0 }
  -- The places to go on from, a list for each cost.
  local lists, cost, highest = { [0] = { y * w + x } }, 0, 0
  while cost <= highest do
    local list = lists[cost]
    for at = 1, list and #list or 0 do
      local place = list[at]
      -- Who was found by a cheaper way since has gone on from there already.
      if costs[place] == cost then
        local px, py = place % w, place // w
        local total = cost + price[place]
        for ny = py > 0 and py - 1 or 0, py < h - 1 and py + 1 or py do
          for nx = px > 0 and px - 1 or 0, px < w - 1 and px + 1 or px do
            local next_place = ny * w + nx
            local known = costs[next_place]
            if not known or total < known then
              costs[next_place] = total
              local later = lists[total]
              if later then
                later[#later + 1] = next_place
              else
                lists[total] = { next_place }
                if total > highest then highest = total end
              end
            end
          end
        end
      end
    end
    lists[cost] = nil
    cost = cost + 1
  end
  return costs
end

return paths
