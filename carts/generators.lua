-- title:   Generators
-- author:  the Downbeat team
-- desc:    a gallery of map generators: turn their knobs, watch them work
-- license: MIT OR Apache-2.0
-- script:  lua
-- console: downbeat

-- Up and down choose a line, left and right change it. Z plays and pauses,
-- X takes the next seed, A and S step back and on, C writes the call down, J the
-- map as JSON. The mouse does it all too. On a line with a text, keys type into
-- it and Delete takes letters away. A picture of a QR code can be dropped on it.

-- Where the map is drawn.
MAP_X, MAP_Y, MAP_W, MAP_H = 2, 10, 150, 86
-- Rows below it: the bar, the figures, the buttons, the words.
BAR_Y, METRICS_Y, BUTTON_Y, WORDS_Y = 98, 103, 110, 121
-- The panel with the parameters.
PANEL_X, PANEL_W, ROW, ROWS = 156, 82, 9, 12
-- Small letters in a line.
LINE = 58
-- How long playing a map takes, in ticks.
PLAY_TIME = 300
-- The color of each cell: wall, floor, corridor, door, start, exit, key,
-- treasure, shop, enemy, loot, crack, goal, rubble, water, sand, grass, forest,
-- rock, lock.
COLORS = {[0]=0, 13, 14, 3, 6, 2, 10, 4, 5, 1, 11, 7, 9, 15, 8, 4, 5, 7, 14, 2}
-- What each generator begins with.
FIRST = {w = 50, h = 28}

generators = gen.list()
-- What goes on from the map: nothing, one pass, or all that make it a game.
PASSES = {{}}
for _, pass in ipairs(gen.passes()) do table.insert(PASSES, {pass.name}) end
table.insert(PASSES, {"loops", "prune", "doors", "ends", "locks", "treasure", "populate"})
passes = 1
chosen = 1
seed = 7
row = 1
top = 0
at = 0
playing = true
status = ""
changed = true
moved_mouse = false
clock = 0

-- The values of each generator's parameters; nil leaves it to the generator.
values = {}
for i, generator in ipairs(generators) do
  values[i] = {}
  for _, parameter in ipairs(generator.parameters) do
    local name = parameter.name
    values[i][name] = FIRST[name] or parameter.default
  end
end

-- The largest value that the picture has room for.
function highest(parameter)
  if parameter.name == "w" then return MAP_W end
  if parameter.name == "h" then return MAP_H end
  return parameter.high
end

function arguments()
  local all = {seed = seed}
  for name, value in pairs(values[chosen]) do all[name] = value end
  return generators[chosen].name, all, table.unpack(PASSES[passes])
end

-- Makes the map anew. A parameter may not go with another: then the
-- generator says why, and the old map stays.
function generate()
  local good, result = pcall(gen.trace, arguments())
  if good then
    steps, status = result, ""
    map = gen.chain(arguments())
    at = playing and 0 or #steps
    shown = steps:show(at)
  else
    status = result:gsub("^.-%.lua:%d+: ", "")
  end
end

function go(to)
  at = math.max(0, math.min(#steps, to))
  shown = steps:show(at)
end

-- The call that makes this map, as a cart would write it.
function as_lua()
  local parts = {"seed=" .. seed}
  for _, parameter in ipairs(generators[chosen].parameters) do
    local value = values[chosen][parameter.name]
    if value ~= nil and value ~= parameter.default then
      local text = type(value) == "string" and string.format("%q", value) or tostring(value)
      table.insert(parts, parameter.name .. "=" .. text)
    end
  end
  local name, given = generators[chosen].name, "{" .. table.concat(parts, ", ") .. "}"
  if passes == 1 then return "map = gen." .. name .. given end
  local names = '"' .. table.concat(PASSES[passes], '", "') .. '"'
  return 'map = gen.chain("' .. name .. '", ' .. given .. ", " .. names .. ")"
end

function copy()
  trace(as_lua())
  status = "on the terminal: " .. as_lua()
end

-- A value as JSON; lists are told by having a first element.
function as_json(value)
  if type(value) == "string" then
    return '"' .. value:gsub('[%c"\\]', function(c) return string.format("\\u%04x", c:byte()) end) .. '"'
  elseif type(value) ~= "table" then
    return tostring(value)
  end
  local parts = {}
  if #value > 0 or next(value) == nil then
    for i, element in ipairs(value) do parts[i] = as_json(element) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local names = {}
  for name in pairs(value) do table.insert(names, name) end
  table.sort(names)
  for i, name in ipairs(names) do parts[i] = as_json(name) .. ":" .. as_json(value[name]) end
  return "{" .. table.concat(parts, ",") .. "}"
end

function json()
  local all = {rows = {}}
  for line in map.grid:text():gmatch("[^\n]+") do table.insert(all.rows, line) end
  for name, value in pairs(map) do
    if type(value) ~= "userdata" then all[name] = value end
  end
  trace(as_json(all))
  status = "the map is on the terminal as JSON; F8 saves a picture, F9 an animation"
end

function next_seed()
  seed = seed + 1
  playing, changed = true, true
end

function play()
  if at == #steps then go(0) end
  playing = not playing
end

-- Line 1 is the generator, line 2 the seed, line 3 what goes on from the map,
-- the others are parameters.
function lines() return 3 + #generators[chosen].parameters end

function parameter_of(line) return generators[chosen].parameters[line - 3] end

function change(line, by)
  changed = true
  if line == 1 then
    chosen = (chosen - 1 + by) % #generators + 1
    playing = true
    return
  end
  if line == 2 then
    seed = math.max(0, seed + by)
    return
  end
  if line == 3 then
    passes = (passes - 1 + by) % #PASSES + 1
    playing = true
    return
  end
  local parameter = parameter_of(line)
  local now = values[chosen]
  local value = now[parameter.name]
  if parameter.kind == "integer" then
    if value == nil then
      value = by > 0 and parameter.low or nil
    elseif value + by < parameter.low and parameter.default == nil then
      value = nil
    else
      value = math.max(parameter.low, math.min(highest(parameter), value + by))
    end
  elseif parameter.kind == "chance" then
    value = math.max(0, math.min(100, math.floor(value * 100 + 0.5) + by)) / 100
  elseif parameter.kind == "choice" then
    local place = 1
    for i, word in ipairs(parameter.options) do
      if word == value then place = i end
    end
    value = parameter.options[(place - 1 + by) % #parameter.options + 1]
  end
  now[parameter.name] = value
end

-- Sets a parameter to a part of its range, 0 to 1.
function slide(line, part)
  local parameter = parameter_of(line)
  if not parameter then return end
  local low, high = parameter.low, highest(parameter)
  if parameter.kind == "chance" then
    values[chosen][parameter.name] = math.floor(part * 100 + 0.5) / 100
    changed = true
  elseif parameter.kind == "integer" then
    -- Wide ranges go slowly at first.
    if high - low > 200 then part = part * part end
    values[chosen][parameter.name] = math.floor(low + (high - low) * part + 0.5)
    changed = true
  end
end

BUTTONS = {
  {text = "|<", act = function() playing = false go(0) end},
  {text = "<", act = function() playing = false go(at - 1) end},
  {text = ">||", act = function() play() end},
  {text = ">", act = function() playing = false go(at + 1) end},
  {text = ">|", act = function() playing = false go(#steps) end},
  {text = "seed+", act = function() next_seed() end},
  {text = "lua", act = function() copy() end},
  {text = "json", act = function() json() end},
}
do
  local x = MAP_X
  for _, button in ipairs(BUTTONS) do
    button.x, button.w = x, #button.text * 4 + 6
    x = x + button.w + 2
  end
end

function line_y(line) return 4 + (line - 1 - top) * ROW + (line > 3 and 3 or 0) end

function inside(x, y, left, top, w, h)
  return x >= left and x < left + w and y >= top and y < top + h
end

held, dragged = false, nil
function mouse_input()
  local x, y, left = mouse()
  local pressed = left and not held
  held = left
  if not left then dragged = nil end
  if dragged then
    slide(dragged, math.max(0, math.min(1, (x - PANEL_X - 2) / (PANEL_W - 5))))
    return
  end
  -- The bar under the map goes to any step.
  if left and inside(x, y, MAP_X, BAR_Y - 1, MAP_W, 4) then
    playing = false
    go((x - MAP_X) * #steps // (MAP_W - 1))
  end
  if not pressed then return end
  for _, button in ipairs(BUTTONS) do
    if inside(x, y, button.x, BUTTON_Y, button.w, 9) then button.act() end
  end
  for line = top + 1, math.min(top + ROWS, lines()) do
    if inside(x, y, PANEL_X, line_y(line) - 1, PANEL_W, ROW) then
      row = line
      local parameter = parameter_of(line)
      if not parameter or parameter.kind == "choice" then
        change(line, x < PANEL_X + PANEL_W / 2 and -1 or 1)
      elseif parameter.kind ~= "text" then
        dragged = line
      end
    end
  end
end

function buttons_input()
  if btnp(0, 20, 5) then row = (row - 2) % lines() + 1 end
  if btnp(1, 20, 5) then row = row % lines() + 1 end
  if btnp(2, 20, 3) then change(row, -1) end
  if btnp(3, 20, 3) then change(row, 1) end
  local parameter = parameter_of(row)
  if parameter and parameter.kind == "text" then return type_into(parameter.name) end
  if btnp(4) then play() end
  if btnp(5) then next_seed() end
  if btnp(6, 20, 3) then playing = false go(at - 1) end
  if btnp(7, 20, 3) then playing = false go(at + 1) end
  if keyp(3) then copy() end
  if keyp(10) then json() end
end

-- What was typed goes behind the text, Delete takes the last letter.
function type_into(name)
  local text = values[chosen][name]
  for _, typed in ipairs(typed_now) do text = text .. typed end
  if keyp(52, 20, 3) then text = text:sub(1, (utf8.offset(text, -1) or 1) - 1) end
  if text ~= values[chosen][name] then
    values[chosen][name] = text
    changed = true
  end
end

-- The code in a picture that was dropped becomes a dungeon.
function take_code(event)
  if event.problem then
    status = event.problem
    return
  end
  for i, generator in ipairs(generators) do
    if generator.name == "qr" then
      chosen, changed, playing = i, true, true
      values[i].matrix = event.matrix
    end
  end
end

function events_input()
  typed_now = {}
  for event in event.next do
    if event.kind == "text" then table.insert(typed_now, event.text) end
    if event.kind == "drop" then take_code(event) end
  end
end

function draw_map()
  rect(MAP_X - 1, MAP_Y - 1, MAP_W + 2, MAP_H + 2, 15)
  rect(MAP_X, MAP_Y, MAP_W, MAP_H, 0)
  local w, h = shown:width(), shown:height()
  local size = math.max(1, math.min(MAP_W // w, MAP_H // h))
  local x, y = MAP_X + (MAP_W - w * size) // 2, MAP_Y + (MAP_H - h * size) // 2
  x, y = math.max(x, MAP_X), math.max(y, MAP_Y)
  clip(MAP_X, MAP_Y, MAP_W, MAP_H)
  shown:draw(x, y, size, COLORS)
  local step = steps[at]
  -- What the step has changed lights up.
  if step and at < #steps and #step.cells < 600 then
    for _, cell in ipairs(step.cells) do
      rect(x + cell.x * size, y + cell.y * size, size, size, 12)
    end
  end
  clip()
  rect(MAP_X, BAR_Y, MAP_W, 2, 15)
  rect(MAP_X, BAR_Y, #steps > 0 and at * MAP_W // #steps or 0, 2, 10)
end

-- The value, and how far along its range it is, if that can be said.
function value_of(parameter)
  local value = values[chosen][parameter.name]
  if value == nil then return "auto", nil end
  local low, high = parameter.low, parameter.low and highest(parameter)
  local part
  if low then
    part = high > low and (value - low) / (high - low) or 0
    if parameter.kind == "integer" and high - low > 200 then part = math.sqrt(part) end
  end
  if parameter.kind == "chance" then return string.format("%.2f", value), part end
  return tostring(value), part
end

function draw_line(line, name, value, part)
  if line <= top or line > top + ROWS then return end
  local y = line_y(line)
  local lit = line == row
  if lit then rect(PANEL_X, y - 1, PANEL_W, ROW - 1, 8) end
  if part then
    rect(PANEL_X + 2, y + 6, PANEL_W - 4, 1, 15)
    rect(PANEL_X + 2, y + 6, math.floor((PANEL_W - 4) * part), 1, 10)
  end
  print(name, PANEL_X + 2, y, lit and 12 or 13, false, 1, true)
  if #value > 11 then value = value:sub(1, 10) .. "~" end
  local width = print(value, 0, -20, 0, false, 1, true)
  print(value, PANEL_X + PANEL_W - width - 2, y, lit and 4 or 12, false, 1, true)
end

function draw_panel()
  draw_line(1, "generator", "<" .. generators[chosen].name .. ">")
  draw_line(2, "seed", tostring(seed))
  local pass = PASSES[passes]
  draw_line(3, "then", "<" .. (#pass > 1 and "a game" or pass[1] or "none") .. ">")
  for i, parameter in ipairs(generators[chosen].parameters) do
    local value, part = value_of(parameter)
    draw_line(3 + i, parameter.name, value, part)
  end
end

function draw_metrics()
  local m = map.metrics
  local text = string.format("%d open  %d rooms  %d ends  %d loops", m.open, m.rooms, m.dead_ends, m.loops)
  if m.path then text = text .. "  path " .. m.path end
  print(text, MAP_X, METRICS_Y, 14, false, 1, true)
end

function draw_buttons()
  local x, y = mouse()
  for _, button in ipairs(BUTTONS) do
    local over = inside(x, y, button.x, BUTTON_Y, button.w, 9)
    rect(button.x, BUTTON_Y, button.w, 9, over and 9 or 15)
    local text = button.text
    if text == ">||" then text = playing and "||" or " >" end
    print(text, button.x + 3, BUTTON_Y + 2, 12, false, 1, true)
  end
end

function draw_words()
  local generator = generators[chosen]
  print(generator.name, MAP_X, 2, 4)
  print(at .. "/" .. #steps, MAP_X + 60, 3, 14, false, 1, true)
  local step = steps[at]
  local text = status
  if text == "" and step then text = step.kind .. ": " .. step.text end
  if text == "" then text = generator.about end
  local color = status ~= "" and 4 or 13
  -- At most two lines of small letters.
  local cut = #text
  if cut > LINE then
    cut = LINE
    while cut > 30 and text:sub(cut, cut) ~= " " do cut = cut - 1 end
    print(text:sub(cut + 1, cut + LINE), MAP_X, WORDS_Y + 7, color, false, 1, true)
  end
  print(text:sub(1, cut), MAP_X, WORDS_Y, color, false, 1, true)
end

function TIC()
  events_input()
  mouse_input()
  buttons_input()
  row = math.min(row, lines())
  -- Longer lists than the panel follow the chosen line.
  top = math.max(0, math.min(row - 2, top), math.min(row + 1, lines()) - ROWS)
  if changed then
    changed = false
    generate()
  end
  if playing then
    clock = clock + #steps / PLAY_TIME
    if at < #steps and clock >= 1 then
      go(at + math.floor(clock))
      clock = clock % 1
    end
    if at == #steps then playing = false end
  end
  cls(0)
  draw_map()
  draw_panel()
  draw_metrics()
  draw_buttons()
  draw_words()
end
