-- Ways through the dungeon in eight directions.

local cells = require "cells"

local paths = {}

local AROUND = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 }, { 1, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 } }

-- Cells that one can walk to from x, y, at most `most` steps away: lists x, y
-- and far, and the farthest distance.
function paths.around(map, x, y, most)
  local w = map:width()
  local found = { x = { x }, y = { y }, far = { 0 }, farthest = 0 }
  local seen = { [y * w + x] = true }
  local at = 1
  while at <= #found.x do
    local far = found.far[at]
    found.farthest = far
    if far < most then
      for _, step in ipairs(AROUND) do
        local nx, ny = found.x[at] + step[1], found.y[at] + step[2]
        local cell = map:get(nx, ny)
        local place = ny * w + nx
        if cell and not seen[place] and not cells.is_wall(cell) then
          seen[place] = true
          local last = #found.x + 1
          found.x[last], found.y[last], found.far[last] = nx, ny, far + 1
        end
      end
    end
    at = at + 1
  end
  return found
end

-- The shortest way without digging, both ends included: lists x, y. Just the
-- two ends if there is none.
function paths.way(map, x, y, to_x, to_y)
  local back = paths.around(map, to_x, to_y, map:width() * map:height())
  local w, far = map:width(), {}
  for i = 1, #back.x do far[back.y[i] * w + back.x[i]] = back.far[i] end
  local way = { x = { x }, y = { y } }
  local here = far[y * w + x]
  while here and here > 0 do
    for _, step in ipairs(AROUND) do
      if far[(y + step[2]) * w + x + step[1]] == here - 1 then
        x, y, here = x + step[1], y + step[2], here - 1
        way.x[#way.x + 1], way.y[#way.y + 1] = x, y
        break
      end
    end
  end
  if not here then way.x[2], way.y[2] = to_x, to_y end
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
    for i = 1, list and #list or 0 do
      local place = list[i]
      if costs[place] == cost then
        local px, py = place % w, place // w
        -- What it costs to come *into* this cell is paid by who comes.
        local here = cells.is_wall(map:get(px, py)) and wall or 0
        local total = cost + 1 + here
        for _, step in ipairs(AROUND) do
          local nx, ny = px + step[1], py + step[2]
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
