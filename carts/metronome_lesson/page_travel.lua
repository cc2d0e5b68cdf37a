-- Page 3: the time travel. A slime walks to and fro and bites when somebody
-- stands in its way. Step aside a little after the beat: the bite is undone,
-- and the page shows in slow motion how.
--
-- Everything that must go back lies in one table, which the console is told of.
-- What only shows things, such as the story, is outside of it.

local ui = require "ui"

local page = { title = "time travel" }

local WIDE, HIGH, TILE = 9, 3, 14
local FULL = 5
local STEPS = { up = { 0, -1 }, down = { 0, 1 }, left = { -1, 0 }, right = { 1, 0 } }
local PANEL_FRAMES = 150

-- The game: all of it.
local game
-- The story of one late step, and how far it has been told.
local story, told, panel

local function new_game()
  return {
    hero = { x = 6, y = 1 }, slime = { x = 1, y = 1, dir = 1 },
    hearts = FULL, bitten = false,
  }
end

local function copy(value)
  if type(value) ~= "table" then return value end
  local result = {}
  for key, inner in pairs(value) do result[key] = copy(inner) end
  return result
end

function page.enter()
  ui.clear()
  game = new_game()
  rollback.track(game)
  story, told, panel = {}, nil, 0
end

function page.leave() told = nil end

function page.holds() return told ~= nil end

-- The world moves: one tile, or a bite.
function page.beat(n)
  local slime, hero = game.slime, game.hero
  if story.beat ~= n then story = { beat = n, previous = copy(game) } end
  game.bitten = false
  local ahead = slime.x + slime.dir
  if ahead == hero.x and slime.y == hero.y then
    game.hearts = game.hearts - 1
    game.bitten = true
    if game.hearts == 0 then game.hearts = FULL end
  else
    slime.x = ahead
    if slime.x == 0 or slime.x == WIDE - 1 then slime.dir = -slime.dir end
  end
  if not story.resolved then
    story.resolved = copy(game)
  else
    story.swapped = copy(game)
  end
end

function page.move(action)
  local step = STEPS[action]
  local x, y = game.hero.x + step[1], game.hero.y + step[2]
  local slime = game.slime
  if x < 0 or y < 0 or x >= WIDE or y >= HIGH then return false end
  if x == slime.x and y == slime.y then return false end
  game.hero.x, game.hero.y = x, y
end

-- A late step that undid something is worth a story.
function page.verdict(verdict, error)
  if told or not error or error <= 0 or not story.swapped then return end
  if verdict == "great" or verdict == "good" or verdict == "okay" then
    told = { previous = story.previous, resolved = story.resolved, swapped = story.swapped,
             verdict = verdict, error = error, saved = story.resolved.bitten }
    panel = 0
    beat.pause()
  end
end

local function draw_slime(x, y, dir, biting)
  elli(x + 6, y + 8, 5, 4, biting and ui.RED or ui.LIME)
  local eye = dir > 0 and 2 or -2
  pix(x + 6 + eye, y + 6, ui.BLACK)
  pix(x + 8 + eye, y + 6, ui.BLACK)
end

local function draw_hero(x, y, hurt)
  circ(x + 6, y + 6, 5, hurt and ui.RED or ui.TEAL)
  pix(x + 4, y + 5, ui.BLACK)
  pix(x + 8, y + 5, ui.BLACK)
end

-- A state on a board of tiles of a size, or `wide` tiles of it from `from` on.
local function draw_board(state, left, top, from, wide)
  for y = 0, HIGH - 1 do
    for x = 0, wide - 1 do
      local color = (x + from + y) % 2 == 0 and ui.BLACK or ui.NAVY
      rect(left + x * TILE, top + y * TILE, TILE - 1, TILE - 1, color)
    end
  end
  clip(left, top, wide * TILE, HIGH * TILE)
  local slime, hero = state.slime, state.hero
  draw_slime(left + (slime.x - from) * TILE, top + slime.y * TILE, slime.dir, state.bitten)
  draw_hero(left + (hero.x - from) * TILE, top + hero.y * TILE, state.bitten)
  clip()
end

local function draw_hearts(count, x, y)
  for i = 1, FULL do
    local color = i <= count and ui.RED or ui.GRAY
    circ(x + i * 8, y, 2, color)
    circ(x + i * 8 + 3, y, 2, color)
    tri(x + i * 8 - 2, y + 1, x + i * 8 + 5, y + 1, x + i * 8 + 1.5, y + 5, color)
  end
end

-- Three small boards, one after the other.
local PANELS = {
  { "previous", "before", "the beat" },
  { "resolved", "beat hits", "without you" },
  { "swapped", "you, then", "beat again" },
}

local function draw_story()
  panel = panel + 1
  local shown = math.min(#PANELS, 1 + panel // PANEL_FRAMES)
  local spoken = ui.spoken(told.error) .. ": " .. told.verdict
  ui.center("your step came " .. spoken, 14, ui.COLORS[told.verdict])
  local from = math.max(0, math.min(WIDE - 5, told.previous.hero.x - 2))
  for i = 1, shown do
    local name, over, under = PANELS[i][1], PANELS[i][2], PANELS[i][3]
    local left = 6 + (i - 1) * 79
    local state = told[name]
    -- A panel that has just come fades in by a frame around it.
    local fresh = panel - (i - 1) * PANEL_FRAMES < 40
    rectb(left - 2, 40, 74, 46, fresh and ui.YELLOW or ui.GRAY)
    print(i .. " " .. over, left, 24, ui.WHITE, false, 1, true)
    print("  " .. under, left, 31, ui.LIGHT, false, 1, true)
    draw_board(state, left, 42, from, 5)
    draw_hearts(state.hearts, left, 91)
    if i > 1 then print(">", left - 8, 60, ui.YELLOW) end
  end
  local words = {
    "The world as it was when the beat came.",
    "The beat hit, and nobody had pressed:",
    "You pressed inside the window, so 1 comes",
  }
  local more = {
    "The console keeps it, in case you are late.",
    told.saved and "the slime bites. It looks right on the beat."
      or "the slime walks. It looks right on the beat.",
    "back, you step, and the beat runs again.",
  }
  ui.center(words[shown], 104, ui.LIGHT)
  ui.center(more[shown], 113, ui.LIGHT)
  ui.footer(shown < #PANELS and "Z faster" or "Z go on")
  if btnp(4) then
    if shown < #PANELS then
      panel = shown * PANEL_FRAMES
    else
      told = nil
      story = {}
      beat.resume()
    end
  end
end

function page.draw()
  if told then return draw_story() end
  draw_board(game, 58, 16, 0, WIDE)
  draw_hearts(game.hearts, 2, 24)
  print("hearts", 8, 32, ui.LIGHT, false, 1, true)
  ui.center("The slime moves exactly on the beat.", 62, ui.LIGHT)
  ui.center("Step out of its way just after it:", 70, ui.LIGHT)
  ui.center("too late for the eye, in time for the ear.", 78, ui.WHITE)
  ui.beat_line(92, 8)
  ui.last_verdict(112)
end

return page
