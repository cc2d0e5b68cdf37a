-- title: The worked example
-- desc: one beat of a dungeon: a slime about to strike, and a way out
-- console: downbeat

-- The world moves when the beat hits. An input that comes a little later, in
-- its window, is still in time: the console puts the game back to before the
-- beat, carries the input out, and lets the beat hit again.
--
-- For that, the whole game is one table. Nothing outside of it may decide
-- what happens inside.

BPM = 120
SLIME_ACTS_ON = 41
STEPS = {up={0, -1}, down={0, 1}, left={-1, 0}, right={1, 0}}

game = {
  hp = 3,
  digs = 2,
  dead = false,
  player = {x=6, y=5},
  slime = {x=5, y=5, dx=1, dy=0},  -- nil once it is dead
  walls = {},                      -- by "x,y"
}

function BOOT()
  rollback.track(game)
  beat.start{
    bpm = BPM,
    actions = {up=0, down=1, left=2, right=3},
  }
end

-- A beat hits: the slime moves, or strikes whoever is in its way.
function BEAT(n)
  local slime = game.slime
  if n ~= SLIME_ACTS_ON or not slime then return end
  local x, y = slime.x + slime.dx, slime.y + slime.dy
  if game.player.x == x and game.player.y == y then
    game.hp = game.hp - 1
  else
    slime.x, slime.y = x, y
  end
end

-- An input in its window. What it has changed when it returns false is
-- undone.
function MOVE(action, verdict, player)
  local step = STEPS[action]
  local x, y = game.player.x + step[1], game.player.y + step[2]
  local slime = game.slime
  if slime and slime.x == x and slime.y == y then
    game.slime = nil
    return true
  end
  if game.walls[x .. "," .. y] then
    if game.digs == 0 then return false end
    game.digs = game.digs - 1
    game.walls[x .. "," .. y] = nil
  end
  game.player.x, game.player.y = x, y
  return true
end

-- The beat is over. Only now is a death final: until the close-out, an input
-- may still take back the blow.
function CLOSE(n, verdict, player)
  if game.hp <= 0 then game.dead = true end
  if n >= SLIME_ACTS_ON then trace("close " .. n .. " " .. verdict .. " " .. state()) end
end

-- Every judged input, and every beat without one. Sparks and sounds go here:
-- they are no part of the game.
function VERDICT(verdict, player, milliseconds, action, n, instead_of)
  if n < SLIME_ACTS_ON then return end
  local error = milliseconds and string.format("%+.1f ms", milliseconds) or "no input"
  trace("verdict " .. n .. " " .. verdict .. " " .. error)
end

function state()
  local slime = game.slime
  return string.format("hp=%d digs=%d player=%d,%d slime=%s%s", game.hp, game.digs,
    game.player.x, game.player.y, slime and slime.x .. "," .. slime.y or "dead",
    game.dead and " DEAD" or "")
end

function TIC()
  cls(1)
  for x = 0, 12 do
    for y = 0, 8 do
      local wall = game.walls[x .. "," .. y]
      rect(16 + x * 16, 8 + y * 12, 15, 11, wall and 13 or 0)
    end
  end
  local pulse = math.floor(3 * (1 - beat.phase()))
  if game.slime then circ(24 + game.slime.x * 16, 14 + game.slime.y * 12, 4 + pulse, 6) end
  rect(20 + game.player.x * 16, 10 + game.player.y * 12 - pulse, 8, 9, game.dead and 2 or 12)
  print("beat " .. beat.index() .. "  " .. beat.verdict(), 4, 126, 12)
  print("hp " .. game.hp .. "  digs " .. game.digs, 120, 126, 12)
end
