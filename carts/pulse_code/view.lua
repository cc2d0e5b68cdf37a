-- The dungeon on the screen: twelve columns and nine rows around the player,
-- one pixel a tile.
--
-- What is drawn follows the world; nothing here is part of it. So when the
-- console takes a beat back, the picture needs no undoing.

local balance = require "balance"
local cells = require "cells"
local colors = require "colors"
local items = require "items"
local monsters = require "monsters"
local traps = require "traps"

local view = { LEFT = 2, TOP = 0, W = 12, H = 9 }

local MIDDLE_X, MIDDLE_Y = 6, 4
local TRAIL_TIME = 9     -- ticks that something shows where it was
local FLASH_TIME = 8
local BLOW_TIME = 14
local SHAKE_TIME = 10    -- a blow shakes the view while more than this is left
local RING_TIME = 24     -- a goal that is taken sends a ring through the view
local LAMP = 14          -- walls are lit up to this distance, squared

local STAR = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } }

local over = colors.over

local MONSTER_COLORS = {
  { colors.SLIME, colors.SLIME_DUE }, { colors.QUICK, colors.QUICK_DUE },
  { colors.BONE, colors.BONE_DUE }, { colors.GHOST, colors.GHOST_DUE },
}
local ITEM_COLORS = {
  [items.SPEAR] = over.LIME, [items.SWORD] = over.LIME, [items.ARMOR] = over.BLUE,
  [items.SHOVEL] = over.BROWN, [items.POTION] = over.PINK,
}

-- What was seen last, to tell what has changed.
local seen = { monster_x = {}, monster_y = {}, trail = {}, trail_x = {}, trail_y = {} }
local flashes = { x = {}, y = {}, left = {}, color = {} }
local now = 0

function view.reset(world)
  view.from_x, view.from_y = world.x - MIDDLE_X, world.y - MIDDLE_Y
  seen.x, seen.y = world.x, world.y
  seen.strikes, seen.blows, seen.dug = world.strikes, world.blows, world.dug
  seen.kills, seen.goals = world.kills, world.goals
  seen.player_trail, seen.ring = 0, 0
  view.hurt_left = 0
  for i = #seen.monster_x, 1, -1 do
    seen.monster_x[i], seen.monster_y[i], seen.trail[i] = nil, nil, nil
  end
  for i = 1, #flashes.left do flashes.left[i] = 0 end
end

local function flash(x, y, color, time)
  local at = 1
  while flashes.left[at] and flashes.left[at] > 0 do at = at + 1 end
  flashes.x[at], flashes.y[at], flashes.color[at], flashes.left[at] = x, y, color, time
end

-- What the player ran against.
function view.bump(world, step)
  flash(world.x + step[1], world.y + step[2], over.RED, FLASH_TIME)
end

-- Compares the world with what was seen, and starts trails and flashes.
local function notice(world)
  if world.x ~= seen.x or world.y ~= seen.y then
    seen.trail_px, seen.trail_py, seen.player_trail = seen.x, seen.y, TRAIL_TIME
    seen.x, seen.y = world.x, world.y
  end
  if world.strikes ~= seen.strikes then
    if world.strikes > seen.strikes then
      for i = 1, #world.struck_x do flash(world.struck_x[i], world.struck_y[i], over.WHITE, FLASH_TIME) end
    end
    seen.strikes = world.strikes
  end
  if world.dug ~= seen.dug then
    if world.dug > seen.dug then flash(world.x, world.y, over.BROWN, FLASH_TIME) end
    seen.dug = world.dug
  end
  if world.blows ~= seen.blows then
    if world.blows > seen.blows then
      flash(world.blow_x, world.blow_y, over.RED, BLOW_TIME)
      view.hurt_left = BLOW_TIME
    else
      view.hurt_left = 0    -- the blow was taken back
    end
    seen.blows = world.blows
  end
  if world.kills ~= seen.kills then
    if world.kills > seen.kills then
      for _, step in ipairs(STAR) do
        flash(world.struck_x[1] + step[1], world.struck_y[1] + step[2], over.YELLOW, FLASH_TIME)
      end
    end
    seen.kills = world.kills
  end
  if world.goals ~= seen.goals then
    if world.goals > seen.goals then
      seen.ring, seen.ring_x, seen.ring_y = RING_TIME, world.x, world.y
    end
    seen.goals = world.goals
  end
  local list = world.monsters
  for id = 1, #list.hp do
    local x, y = list.x[id], list.y[id]
    if list.hp[id] <= 0 then
      seen.monster_x[id], seen.trail[id] = false, 0
    elseif seen.monster_x[id] ~= x or seen.monster_y[id] ~= y then
      if seen.monster_x[id] then
        seen.trail[id], seen.trail_x[id], seen.trail_y[id] = TRAIL_TIME, seen.monster_x[id], seen.monster_y[id]
      end
      seen.monster_x[id], seen.monster_y[id] = x, y
    end
  end
end

-- Where a cell is on the screen, or nil if it is out of sight.
local function place(x, y)
  local sx, sy = x - view.from_x, y - view.from_y
  if sx < 0 or sy < 0 or sx >= view.W or sy >= view.H then return nil end
  return view.LEFT + sx, view.TOP + sy
end

function view.sees(x, y) return place(x, y) ~= nil end

local function draw_cells(world, level, beat_number)
  local map, front = world.cells, world.fall_radius
  for sy = 0, view.H - 1 do
    local y = view.from_y + sy
    for sx = 0, view.W - 1 do
      local x = view.from_x + sx
      local cell = map:get(x, y)
      local color
      if not cell then
        color = colors.VOID
      elseif cell == cells.WALL then
        local dx, dy = x - world.x, y - world.y
        color = dx * dx + dy * dy <= LAMP and colors.WALL_LIT or colors.WALL
      elseif cell == cells.PLAIN_DARK then
        color = colors.INK
      elseif cell == cells.PLAIN_LIGHT then
        color = colors.PAPER
      elseif cell == cells.CRACK or cell == cells.DUG then
        color = colors.CRACK
      else
        -- A dance floor: its squares change places on every beat.
        color = (x + y + beat_number) % 2 == 0 and colors.FLOOR_A or colors.FLOOR_B
      end
      -- What falls next flickers.
      if front and cell and cell < cells.PLAIN_DARK and now % 4 < 2
        and monsters.distance(x, y, world.fall_x, world.fall_y) - front <= 2 then
        color = level.plain:get(x, y) == cells.PLAIN_DARK and colors.INK or colors.PAPER
      end
      pix(view.LEFT + sx, view.TOP + sy, color)
    end
  end
end

local function draw_monsters(world, coming)
  local list = world.monsters
  for id = 1, #list.hp do
    if list.hp[id] > 0 then
      local pair = MONSTER_COLORS[list.kind[id]]
      if (seen.trail[id] or 0) > 0 then
        seen.trail[id] = seen.trail[id] - 1
        local x, y = place(seen.trail_x[id], seen.trail_y[id])
        if x and seen.trail[id] > TRAIL_TIME // 2 then pix(x, y, pair[1]) end
      end
      local x, y = place(list.x[id], list.y[id])
      if x then
        local due = monsters.is_due(world, id, coming)
        if list.kind[id] == monsters.GHOST and list.awake[id] == 0 then due = false end
        pix(x, y, due and pair[2] or pair[1])
      end
    end
  end
end

-- Spikes and fire, gold and gear, goals and the way out.
local function draw_things(world, level, n, coming, shine)
  local map = world.cells
  for sy = 0, view.H - 1 do
    local y = view.from_y + sy
    for sx = 0, view.W - 1 do
      local x = view.from_x + sx
      local cell, color = map:get(x, y), nil
      if cell and cell < cells.PLAIN_DARK then
        local trap = level.traps:get(x, y)
        if trap ~= traps.NONE then
          if trap >= traps.VENT then
            color = traps.wave(trap - traps.VENT, coming) == 0 and over.ORANGE or over.DARK_RED
          elseif traps.spikes_fire(trap, n) and shine > 0.5 then
            color = over.WHITE
          else
            color = traps.spikes_fire(trap, coming) and over.RED or over.DARK_RED
          end
        end
        if shine > 0.35 and level.vents.x[1] and traps.burns(world, level, x, y, n) then
          color = (now // 2 + x) % 2 == 0 and over.ORANGE or over.YELLOW
        end
        local item = world.items:get(x, y)
        if items.is_gold(item) then
          color = (now // 8 + x + y) % 4 == 0 and over.WHITE or over.YELLOW
        elseif item ~= items.NONE then
          color = now // 12 % 3 == 0 and over.WHITE or ITEM_COLORS[item]
        end
      end
      if color and world.who:get(x, y) == 0 then pix(view.LEFT + sx, view.TOP + sy, color) end
    end
  end
end

-- A star of five pixels, so that it is not taken for gold; its points twinkle
-- on the beat.
local function draw_star(x, y, color, shine)
  local sx, sy = place(x, y)
  if not sx then return end
  pix(sx, sy, shine > 0.5 and over.WHITE or color)
  if shine < 0.4 then return end
  for _, step in ipairs(STAR) do
    local px, py = place(x + step[1], y + step[2])
    if px then pix(px, py, color) end
  end
end

local function draw_marks(world, level, shine)
  for _, goal in ipairs(level.goals) do
    if world.cells:get(goal.x, goal.y) == cells.GOAL then draw_star(goal.x, goal.y, over.YELLOW, shine) end
  end
  if world.cells:get(level.exit_x, level.exit_y) ~= cells.EXIT then return end
  if world.goals == balance.GOALS or level.exit_open then
    draw_star(level.exit_x, level.exit_y, over.AQUA, shine)
  else
    local x, y = place(level.exit_x, level.exit_y)
    if x then pix(x, y, over.GRAY) end
  end
end

local function draw_flashes()
  for i = 1, #flashes.left do
    if flashes.left[i] > 0 then
      flashes.left[i] = flashes.left[i] - 1
      local x, y = place(flashes.x[i], flashes.y[i])
      if x then pix(x, y, flashes.color[i]) end
    end
  end
end

-- The ring of a goal: a square that grows by a tile every few ticks.
local function draw_ring()
  if seen.ring <= 0 then return end
  seen.ring = seen.ring - 1
  local radius = (RING_TIME - seen.ring) // 3
  local color = seen.ring % 4 < 2 and over.WHITE or over.YELLOW
  local left, top = view.LEFT + seen.ring_x - view.from_x, view.TOP + seen.ring_y - view.from_y
  clip(view.LEFT, view.TOP, view.W, view.H)
  rectb(left - radius, top - radius, radius * 2 + 1, radius * 2 + 1, color)
  clip()
end

local function draw_player(world, shine)
  if seen.player_trail > 0 then
    seen.player_trail = seen.player_trail - 1
    local x, y = place(seen.trail_px, seen.trail_py)
    if x then pix(x, y, seen.player_trail > TRAIL_TIME // 2 and over.ICE or over.BLUE) end
  end
  local x, y = place(world.x, world.y)
  if not x then return end
  local color = shine > 0.5 and over.WHITE or over.ICE
  if view.hurt_left > 0 and view.hurt_left // 3 % 2 == 0 then color = over.RED end
  pix(x, y, color)
end

-- The view stops where the dungeon ends, but for one dark row that shows it.
local function within(from, size, room)
  return math.max(-1, math.min(size + 1 - room, from))
end

-- Draws the world; with `top` that row of it is always the upper one.
function view.draw(world, level, top)
  now = now + 1
  notice(world)
  local n, phase = world.beat, beat.phase()
  local shine = 1 - phase
  view.from_x = within(world.x - MIDDLE_X, level.w, view.W)
  view.from_y = top or within(world.y - MIDDLE_Y, level.h, view.H)
  view.hurt_left = math.max(0, view.hurt_left - 1)
  if view.hurt_left > SHAKE_TIME then view.from_x = view.from_x + view.hurt_left % 2 * 2 - 1 end
  vbank(0)
  -- A dance brightens the floor; a blow and the collapse turn it red.
  local light = shine * shine * (0.6 + 0.1 * world.combo)
  colors.breathe(light, world.fall_beat or view.hurt_left > BLOW_TIME // 2 or world.hp <= 0)
  draw_cells(world, level, n)
  draw_monsters(world, n + 1)
  vbank(1)
  draw_things(world, level, n, n + 1, shine)
  draw_marks(world, level, shine)
  draw_ring()
  draw_player(world, shine)
  draw_flashes()
end

return view
