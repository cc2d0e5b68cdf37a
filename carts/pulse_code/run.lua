-- A dungeon that is being played: the world, and what the conductor calls.
-- The game and the first room both are runs.

local chords = require "chords"
local hud = require "hud"
local items = require "items"
local player = require "player"
local radar = require "radar"
local rules = require "rules"
local sound = require "sound"
local steps = require "steps"
local traps = require "traps"
local view = require "view"

local run = {}

run.world, run.level = nil, nil

-- Begins a level with a song of sound.lua, 1 to 4, or with what beat.start
-- takes, after some beats that count in.
function run.start(level, song, count_in)
  local world = rules.new_world(level)
  run.world, run.level = world, level
  chords.reset()
  view.reset(world)
  hud.reset()
  rollback.track(world)
  music()      -- the last run's jingle
  local plan = type(song) == "table" and song or sound.song(song)
  plan.actions, plan.count_in = steps.KEYS, count_in or 0
  beat.start(plan)
end

-- Plays what a call has changed. It is called from MOVE and BEAT alike, so the
-- console knows which sounds belong to a beat that it takes back.
local before = {}

local function remember(world)
  before.strikes, before.kills, before.dug = world.strikes, world.kills, world.dug
  before.blows, before.armor, before.taken = world.blows, world.armor, world.taken
  before.goals, before.radius = world.goals, world.fall_radius or -1
end

local WEAPONS = { [player.DAGGER] = "dagger", [player.SPEAR] = "spear", [player.SWORD] = "broadsword" }

local function sound_changes(world)
  if world.strikes > before.strikes then sound.play(WEAPONS[world.weapon]) end
  if world.kills > before.kills then sound.play "kill" end
  if world.dug > before.dug then sound.play "dig" end
  if world.goals > before.goals then
    sound.play "goal"
  elseif world.taken > before.taken then
    local item = world.taken_item
    sound.play(items.is_gold(item) and "gold" or item == items.POTION and "potion" or "gear")
  end
  if world.blows > before.blows then
    -- What comes from the floor comes from where one stands.
    local floor = world.blow_x == world.x and world.blow_y == world.y
    sound.play(world.armor < before.armor and "block" or floor and "trap" or "hurt")
  elseif (world.fall_radius or -1) > before.radius then
    sound.play "rumble"
  end
end

-- A vent that is in sight is heard.
local function sound_vents(n)
  local vents = run.level.vents
  for i = 1, #vents.x do
    if traps.wave(vents.phase[i], n) == 0 and view.sees(vents.x[i], vents.y[i]) then
      sound.play "fireball"
      return
    end
  end
end

function run.beat(n)
  local world = run.world
  if n < 0 or not world then return end
  remember(world)
  rules.beat(world, run.level, n)
  sound_vents(n)
  sound_changes(world)
end

-- Before beat 0 nothing moves yet.
function run.move(action)
  local world = run.world
  if beat.now() < -0.5 or not world then return false end
  chords.remember(world, action)
  remember(world)
  if rules.move(world, action) == false then return false end
  sound_changes(world)
  if world.strikes == before.strikes and world.dug == before.dug then sound.play "step" end
end

function run.close(n, verdict)
  if n >= 0 then rules.close(run.world, n, verdict) end
end

function run.verdict(verdict, action, n, milliseconds)
  if n < 0 or not run.world then return end
  if verdict == "rejected" then
    if chords.complete(run.world, run.level, action, n, milliseconds) then return end
  elseif rules.SUCCESS[verdict] then
    chords.judged(n, milliseconds)
  end
  if verdict ~= "rejected" and (verdict ~= "missed" or run.world.combo > 0) then
    sound.play(verdict, run.world.combo)
  end
  if verdict == "failed" then view.bump(run.world, steps.BY_NAME[action]) end
  hud.judged(verdict)
end

function run.draw(top)
  sound.tick()
  vbank(1)
  cls(0)
  view.draw(run.world, run.level, top)
  radar.draw(run.world, run.level)
  hud.draw(run.world)
end

return run
