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
-- place row * width + column.
function paths.distances(map, x, y)
  local w, far = map:width(), {}
  local reach = paths.around(map, x, y, math.huge)
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

-- The cost of the way from every cell to x, y, by the place y * w + x: one a
-- step, and `wall` for each wall on it.
function paths.costs(map, x, y, wall)
  local w = map:width()
  local costs = { [y * w + x] = 0 }
  -- A list of places for each cost; none is dearer than the last but `wall`.
  local lists, cost, highest = { [0] = { y * w + x } }, 0, 0
  while cost <= highest do
    local list = lists[cost]
    for at = 1, list and #list or 0 do
      local place = list[at]
      if costs[place] == cost then
        local px, py = place % w, place // w
        -- What it costs to come *into* this cell is paid by who comes.
        local here = is_wall(map:get(px, py)) and wall or 0
        local total = cost + 1 + here
        for i = 1, 8 do
          local nx, ny = px + STEP_X[i], py + STEP_Y[i]
          if map:get(nx, ny) then
            local next_place = ny * w + nx
            if total < (costs[next_place] or math.huge) then
              costs[next_place] = total
              if not lists[total] then lists[total] = {} end
              lists[total][#lists[total] + 1] = next_place
              if total > highest then highest = total end
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
