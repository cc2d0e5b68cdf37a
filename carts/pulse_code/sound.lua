-- What is heard: a song for each depth, effects, and jingles.
--
-- Songs are files, so the four channels of the sound chip are free for the
-- rest. Each kind of effect has a channel of its own, so that a step does not
-- cut a blow, nor a coin the verdict that it was won with.

local sound = {}

local PLAYER, WORLD, VERDICT, PICKUP = 0, 1, 2, 3

-- A song's first two bars stand twice in its file; where to repeat from is
-- after the first time, so that what still rings there is the same.
local LOOP = { 24, 136 }

-- `root` is the key, in semitones over A: effects and jingles are in tune.
sound.SONGS = {
  { song = "music/1_cold_boot.ogg", bpm = 80, loop = LOOP, root = 0 },
  { song = "music/2_carrier_wave.ogg", bpm = 115, loop = LOOP, root = -5 },
  { song = "music/3_overclock.ogg", bpm = 122, loop = LOOP, root = 3 },
  { song = "music/4_checksum_error.ogg", bpm = 115, loop = LOOP, root = 5 },
}

-- Number, note (57 is the A of 440 Hz), length in ticks, channel, volume.
-- `tuned` ones follow the key of the song.
local EFFECTS = {
  great = { 0, 69, 16, VERDICT, 15, tuned = true },
  good = { 1, 69, 10, VERDICT, 15, tuned = true },
  okay = { 2, 69, 9, VERDICT, 15, tuned = true },
  early = { 3, 76, 9, VERDICT, 13 },
  late = { 4, 64, 11, VERDICT, 13 },
  failed = { 5, 33, 16, VERDICT, 13 },
  missed = { 6, 40, 9, VERDICT, 13 },
  move = { 22, 69, 4, VERDICT, 12 },
  choose = { 23, 69, 14, VERDICT, 14 },
  back = { 24, 69, 12, VERDICT, 13 },
  step = { 7, 45, 6, PLAYER, 12 },
  dig = { 8, 50, 14, PLAYER, 15 },
  dagger = { 9, 80, 8, PLAYER, 15 },
  spear = { 10, 81, 10, PLAYER, 15 },
  broadsword = { 11, 74, 14, PLAYER, 15 },
  kill = { 12, 69, 15, WORLD, 15 },
  hurt = { 13, 50, 20, WORLD, 15 },
  block = { 14, 81, 15, WORLD, 15 },
  trap = { 15, 64, 9, WORLD, 15 },
  fireball = { 16, 50, 24, WORLD, 15 },
  rumble = { 17, 17, 60, WORLD, 14 },
  gold = { 18, 83, 18, PICKUP, 15, tuned = true },
  gear = { 19, 72, 30, PICKUP, 15, tuned = true },
  potion = { 20, 60, 28, PICKUP, 15, tuned = true },
  goal = { 21, 69, 30, PICKUP, 15, tuned = true },
}

-- A great hit climbs these with the combo: a chord, and its octave.
local CLIMB = { 0, 3, 7, 10, 12 }

-- Tracks 0 to 3 are the same bar in the keys of the four songs.
local JINGLES = { win = 4, over = 5 }
local DUCKED, GOAL_BEATS = 0.45, 4

local playing = sound.SONGS[1]
local waiting       -- a jingle for the next beat
local back_at       -- the beat at which a song that steps back returns
local level         -- and how loud it is then; none if it is

-- Plays an effect; the combo, 0 to 4, lifts a great one.
function sound.play(name, combo)
  local effect = EFFECTS[name]
  local note = effect[2] + (effect.tuned and playing.root or 0)
  if name == "great" then note = note + CLIMB[math.max(0, math.min(4, combo or 0)) + 1] end
  sfx(effect[1], note, effect[3], effect[4], effect[5])
end

-- Ends what a jingle has begun: it belongs to the song that was.
local function forget()
  if waiting then beat.cancel(waiting) end
  if level then song.volume(level) end
  waiting, back_at, level = nil, nil, nil
end

-- What `beat.start` wants for the song of a depth, with the caller's options.
function sound.song(depth, options)
  forget()
  music()
  playing = sound.SONGS[depth]
  local all = { song = playing.song, bpm = playing.bpm, loop = playing.loop }
  for key, value in pairs(options or {}) do all[key] = value end
  return all
end

local function goal_track()
  for number, it in ipairs(sound.SONGS) do
    if it == playing then return number - 1 end
  end
end

-- "goal": one bar from the next beat on, in key and time of the song, which
-- steps back for it. "win" and "over" are for when the song has been stopped.
function sound.jingle(name)
  if JINGLES[name] then
    forget()
    music(JINGLES[name], 0, 0, false, true)
    return
  end
  forget()
  local start = math.floor(beat.now()) + 1
  back_at = start + GOAL_BEATS
  waiting = beat.at(start, function()
    waiting = nil
    level = song.volume()
    song.volume(level * DUCKED)
    music(goal_track(), 0, 0, false, true)
  end)
end

-- Once a tick: brings a song back that had stepped back.
function sound.tick()
  if back_at and beat.now() >= back_at then forget() end
end

return sound
