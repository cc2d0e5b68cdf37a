-- What a cell of the dungeon can be. The first ones are the numbers that
-- gen.qr gives; the last three are what the game makes of them.

local cells = {
  WALL = 0, FLOOR = 1, START = 4, EXIT = 5, CRACK = 11, GOAL = 12,
  DUG = 30,                          -- a wall that the player went through
  PLAIN_DARK = 31, PLAIN_LIGHT = 32, -- collapsed into the code it came from
}

function cells.is_wall(cell)
  return cell == cells.WALL or cell == cells.PLAIN_DARK
end

-- Has the collapse been there?
function cells.is_fallen(cell)
  return cell == cells.PLAIN_DARK or cell == cells.PLAIN_LIGHT
end

return cells
