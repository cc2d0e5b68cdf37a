-- The codes of the game: a poem of eight lines, one a level. Each level is a
-- code that says its line, which is read by scanning it once it is won.

local campaign = {}

campaign.LINES = {
  { text = "KEEP YOUR PULSE", hard = 1, song = 1 },
  { text = "WALLS ARE ONLY RESTS", hard = 2, song = 2 },
  { text = "A LATE STEP IS STILL A STEP", hard = 2, song = 3 },
  { text = "NOBODY DANCES ALONE. LOOK BEHIND YOU.", hard = 3, song = 4 },
  { text = "What falls on the beat gets up on the beat.", hard = 2, song = 2 },
  { text = "Every black square was a wall until somebody tried it.", hard = 3, song = 3 },
  { text = "You have walked through a sentence. It held you the way a song does.", hard = 3, song = 2 },
  { text = "This is the last line. Put the phone away, the floor is free, and the next beat is yours.", hard = 4, song = 3 },
}

local MONTHS = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }

-- The date of a day that is so many days after the first of 1970.
local function date(day)
  local year, month = 1970, 1
  local function is_leap() return year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0) end
  local function in_year() return is_leap() and 366 or 365 end
  local function in_month() return MONTHS[month] + (month == 2 and is_leap() and 1 or 0) end
  while day >= in_year() do day, year = day - in_year(), year + 1 end
  while day >= in_month() do day, month = day - in_month(), month + 1 end
  return ("%04d-%02d-%02d"):format(year, month, day + 1)
end

-- The code of a day, the same for everybody; days change at midnight in
-- Greenwich. `seconds` is the time since 1970.
function campaign.daily(seconds)
  local day = seconds // 86400
  return { text = "PULSE " .. date(day), hard = 2 + day % 3, song = 1 + day % 4, kind = "daily" }
end

-- A code of the player's own.
function campaign.own(text, matrix)
  local sum = 0
  for i = 1, #text do sum = sum + text:byte(i) end
  return { text = text, matrix = matrix, hard = 2 + sum % 3, song = 1 + sum % 4, kind = "own" }
end

return campaign
