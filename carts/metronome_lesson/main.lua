-- A lesson about the beat, in three pages: the beat and its windows, the
-- eight verdicts, and the time travel that lets a late step count.
--
-- The console judges and keeps time; this cart only shows what it says. Each
-- page is a module with the callbacks it needs.

local ui = require "ui"

local PAGES = { require "page_beat", require "page_verdicts", require "page_travel" }
local SLOWEST, FASTEST, STEP = 60, 160, 5

local current, tempo = 1, 100

-- The tick comes from a tracker tune, so that it is heard exactly on the beat:
-- a sound that BEAT asked for would come a moment later.
local function start()
  beat.start {
    music = 0, tempo = tempo, rows_per_beat = 4, beats_per_bar = 4,
    actions = { up = 0, down = 1, left = 2, right = 3 },
  }
  PAGES[current].enter()
end

local function turn(by)
  local page = PAGES[current]
  if page.leave then page.leave() end
  current = (current - 1 + by) % #PAGES + 1
  start()
end

local function change_tempo(by)
  tempo = math.max(SLOWEST, math.min(FASTEST, tempo + by))
  start()
end

function BOOT() start() end

function BEAT(n)
  ui.pulse()
  local page = PAGES[current]
  if page.beat then page.beat(n) end
end

function MOVE(action, verdict)
  local page = PAGES[current]
  if page.move then return page.move(action, verdict) end
end

function CLOSE(n, verdict)
  local page = PAGES[current]
  if page.close then page.close(n, verdict) end
end

function VERDICT(verdict, player, error, action)
  local page = PAGES[current]
  ui.judged(verdict, error)
  if page.verdict then page.verdict(verdict, error, action) end
end

function TIC()
  local page = PAGES[current]
  if not (page.holds and page.holds()) then
    if btnp(4) then turn(1) page = PAGES[current] end
    if btnp(5) then turn(-1) page = PAGES[current] end
    if btnp(6) then change_tempo(-STEP) end
    if btnp(7) then change_tempo(STEP) end
  end
  cls(ui.DARK)
  ui.header(current, #PAGES, page.title, tempo)
  page.draw()
  if not (page.holds and page.holds()) then
    ui.footer("arrows: on the beat   Z next   A,S tempo")
  end
end
