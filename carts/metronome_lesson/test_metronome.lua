-- Tests of the lesson: it teaches the windows that the console has, and on the
-- third page a step after the beat takes the bite back.

local verdicts, travel = require "page_verdicts", require "page_travel"

-- A press so many beats after its beat, and what it is called.
local WINDOWS = {
  { 0, "great" }, { 0.06, "great" }, { -0.06, "great" },
  { 0.061, "good" }, { 0.12, "good" }, { -0.12, "good" },
  { 0.121, "okay" }, { 0.18, "okay" }, { -0.18, "okay" },
  { 0.181, "late" }, { 0.249, "late" }, { -0.181, "early" }, { -0.74, "early" },
}

test("the windows are those that the lesson names", function(t)
  for i, case in ipairs(WINDOWS) do
    local late, verdict = case[1], case[2]
    t:press("up", { beat = 2 * i, late = late })
    t:until_beat(2 * i + 1)
    expect(t:verdict(), "a press at " .. late):has { beat = 2 * i, verdict = verdict }
    expect(t:verdict().error):near(late, 1e-6)
  end
end)

-- Turns the page and waits for the first beat of its music.
local function turn(t, button)
  t:press(button)
  t:run(2)
end

test("the pages are turned with A and B, around the end", function(t)
  local pages = {}
  for _, button in ipairs { "a", "a", "a", "b" } do
    turn(t, button)
    pages[#pages + 1] = t:locals(TIC).current
  end
  expect(pages):is { 2, 3, 1, 3 }
end)

test("the tempo goes by steps and stays within its limits", function(t)
  for _ = 1, 20 do turn(t, "y") end
  expect(t:locals(TIC).tempo):is(160)
  -- The rows of a tune are whole ticks, so its tempo is only near.
  expect(beat.bpm()):near(160, 4)
  for _ = 1, 30 do turn(t, "x") end
  expect(t:locals(TIC).tempo):is(60)
end)

test("the second page counts, and its walls make failed", function(t)
  -- Beat 0 of the first page's music has hit: it is not the new page's to miss.
  t:until_beat(0)
  turn(t, "a")
  t:press("left", { beat = 1 })
  for n = 2, 5 do t:press("right", { beat = n, late = 0.1 }) end
  t:until_beat(6)
  local seen = t:locals(verdicts.move)
  expect(seen.place):is(3)
  expect(t:locals(verdicts.verdict).counts):is { missed = 1, failed = 2, good = 3 }
end)

local function game(t) return t:locals(travel.beat).game end

test("on the third page the slime bites who stands in its way", function(t)
  turn(t, "b")
  t:until_beat(3.9)
  expect(game(t)):has { hearts = 5, bitten = false }
  t:until_beat(4)
  expect(game(t)):has { hearts = 4, bitten = true }
  t:until_beat(5)
  expect(travel.holds()):is(false)
end)

test("a step just after the beat takes the bite back, and is told in slow motion", function(t)
  turn(t, "b")
  t:until_beat(4)
  expect(game(t).hearts):is(4)
  t:press("up", { beat = 4, late = 0.15 })
  t:wait_for(travel.holds, 30)
  expect(game(t)):has { hearts = 5, bitten = false, hero = { x = 6, y = 0 } }
  local told = t:locals(travel.holds).told
  expect(told):has { verdict = "okay", saved = true }
  expect(told.previous.hearts):is(5)
  expect(told.resolved.hearts):is(4)
  expect(told.swapped.hearts):is(5)
  -- A shows the next panel, after the last one the music goes on.
  for _ = 1, 3 do
    expect(travel.holds()):is(true)
    turn(t, "a")
  end
  expect(travel.holds()):is(false)
  t:until_beat(6)
  expect(game(t).hearts):is(5)
end)

test("a step that is too late does not", function(t)
  turn(t, "b")
  t:press("up", { beat = 4, late = 0.2 })
  t:until_beat(4.5)
  expect(t:count("late")):is(1)
  expect(game(t)):has { hearts = 4, hero = { x = 6, y = 1 } }
  expect(travel.holds()):is(false)
end)

test("who steps aside and back, always late, loses no heart", function(t)
  turn(t, "b")
  t:play(function(t, n)
    if travel.holds() then return t:tick() % 2 == 0 and "a" end
    if not n then return end
    local hero, slime = game(t).hero, game(t).slime
    local meets = slime.x + slime.dir == hero.x
    if hero.y == 1 and meets then return { "up", beat = n, late = 0.1 } end
    if hero.y == 0 and not meets and slime.x ~= hero.x then return { "down", beat = n, late = 0.1 } end
  end, 60 * 60)
  expect(game(t).hearts):is(5)
  expect(t:count("good")):above(10)
end)
