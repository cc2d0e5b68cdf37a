-- title: time and beat
-- console: downbeat
-- A game on the beat whose inputs come late, so that beats are taken back and
-- run again, with marks, streams, timers, sounds, a pause, a jump and stored
-- tables: all that a state of the console has to hold.

local game = {beat = 0, hp = 9, x = 0, log = {}, chance = rng.new("beat")}
local mark
local ticks, halves, every, bars = 0, 0, 0, 0

local function hit(channel, note)
  sfx(channel, note, 8, channel, 12)
end

function BOOT()
  rollback.track(game)
  beat.start{bpm = 150, actions = {step = 4, turn = 5}, count_in = 2}
  beat.every(0.5, function(count) every = every + count end)
  beat.at(7, function() trace("seven") end)
end

function BEAT(n)
  game.beat = n
  game.hp = game.hp + game.chance:int(3) - 2
  game.log[#game.log + 1] = game.chance:int(100)
  if #game.log > 12 then table.remove(game.log, 1) end
  hit(n % 2, 20 + n % 12)
end

function MOVE(action, verdict)
  if game.chance:chance(0.2) then return false end
  game.x = game.x + (action == "step" and 1 or -1)
  hit(2, 40 + game.x % 12)
  return true
end

function CLOSE(n, verdict)
  if n % 4 == 0 then mark = rollback.save() end
  if n % 16 == 15 and mark then rollback.load(mark) end
end

function VERDICT(verdict, player, ms, action, n, instead_of)
  trace(table.concat({verdict, tostring(ms), tostring(action), n, tostring(instead_of)}, " "))
end

function HALF() halves = halves + 1 end

function BAR(bar)
  bars = bar
  if bar % 3 == 2 then store.save("bars", {bar = bar, log = game.log}) end
  if bar == 5 then music(0) end
end

function TIC()
  ticks = ticks + 1
  if ticks == 200 then beat.pause() end
  if ticks == 215 then beat.resume() end
  if ticks == 330 then beat.seek(20) end
  if ticks % 90 == 0 then beat.judge("turn") end
  for e in event.next do pix(e.button or 0, ticks % 136, e.time * 60) end
  rect(0, 0, 240, 20, bars)
  print(("%d %d %d %.3f"):format(game.beat, game.hp, game.x, beat.now()), 2, 2, 12)
  print(("%d %d %s"):format(halves, every, beat.verdict()), 2, 10, 12)
  circ(120 + game.x, 80, 10 * (1 - beat.phase()), #game.log)
end
-- <WAVES>
-- 000:00112233445566778899aabbccddeeff
-- 001:ffffffff00000000ffffffff00000000
-- </WAVES>
-- <SFX>
-- 000:00001000200030004000500060007000800090009000a000a000b000c000d000e000f000f000f000f000f000f000f000f000f000f000f000f000f000f000304000000000
-- 001:01001100210031004100510061007100810091009100a100a100b100c100d100e100f100f100f100f100f100f100f100f100f100f100f100f100f100f100304000000000
-- </SFX>
-- <PATTERNS>
-- 000:400006000000000000000000700016000000000000000000400006000000000000000000b00016000000000000000000
-- </PATTERNS>
-- <TRACKS>
-- 000:100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
-- </TRACKS>
