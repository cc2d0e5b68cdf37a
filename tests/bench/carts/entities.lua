-- title:  bench entities
-- script: lua
-- A usual game as the time machine sees it: 300 creatures that walk, turn and
-- shoot, their bullets, a script in a coroutine, a line of text, a few tiles
-- that change. Each tick moves everything and draws it.

local CREATURES = 300
local BULLET_LIFE = 60
local WIDTH, HEIGHT = 240, 136

local Creature = {}
Creature.__index = Creature

local creatures, bullets = {}, {}
local score = 0
local ticks = 0

function Creature.new(number)
  return setmetatable({
    number = number,
    x = math.random() * WIDTH,
    y = math.random() * HEIGHT,
    dx = math.random() - 0.5,
    dy = math.random() - 0.5,
    age = 0,
    frame = 0,
    mood = "walks",
    health = 10,
    target = nil,
  }, Creature)
end

function Creature:shoot()
  bullets[#bullets + 1] = {
    x = self.x, y = self.y, dx = self.dx * 4, dy = self.dy * 4, life = BULLET_LIFE,
  }
end

function Creature:update()
  self.x = self.x + self.dx
  self.y = self.y + self.dy
  self.age = self.age + 1
  if self.x < 0 or self.x > WIDTH then self.dx = -self.dx end
  if self.y < 0 or self.y > HEIGHT then self.dy = -self.dy end
  self.frame = self.age // 8 % 4
  if self.age % 60 == self.number % 60 then
    self.mood = self.mood == "walks" and "waits" or "walks"
    self:shoot()
  end
end

function Creature:draw()
  spr(1 + self.frame, self.x // 1 - 4, self.y // 1 - 4, 0)
end

local function update_bullets()
  for i = #bullets, 1, -1 do
    local bullet = bullets[i]
    bullet.x = bullet.x + bullet.dx
    bullet.y = bullet.y + bullet.dy
    bullet.life = bullet.life - 1
    if bullet.life <= 0 then
      table.remove(bullets, i)
      score = score + 1
    end
  end
end

local story = coroutine.wrap(function()
  local chapter = 0
  while true do
    chapter = chapter + 1
    for _ = 1, 30 do coroutine.yield(chapter) end
  end
end)

function BOOT()
  for i = 1, CREATURES do creatures[i] = Creature.new(i) end
  for y = 0, 16 do
    for x = 0, 29 do mset(x, y, 16 + math.random(0, 3)) end
  end
  for at = 0x4020, 0x427f do poke(at, math.random(0, 255)) end
end

function TIC()
  ticks = ticks + 1
  for i = 1, #creatures do creatures[i]:update() end
  update_bullets()
  if ticks % 10 == 0 then mset(ticks % 30, ticks // 10 % 17, 16 + ticks % 4) end
  cls(0)
  map(0, 0, 30, 17)
  for i = 1, #creatures do creatures[i]:draw() end
  for i = 1, #bullets do
    local bullet = bullets[i]
    pix(bullet.x // 1, bullet.y // 1, 12)
  end
  print("SCORE " .. score .. "  CHAPTER " .. story(), 2, 2, 12)
end
