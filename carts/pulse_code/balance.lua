-- Every figure that makes the game easier or harder, in one place.

return {
  HEARTS = 3,
  DIGS = 2, MOST_DIGS = 4,
  MOST_COMBO = 4,
  SHOVEL_BEATS = 17,        -- beats of digging for nothing
  ARMOR = 2,                -- blows that armor takes
  GOALS = 3,

  NOTICE = 5,               -- tiles at which a ghost notices the player

  SPIKE_PERIOD = 4,         -- a floor trap fires on every fourth beat
  FIRE_PERIOD = 8,          -- a vent lets a wave of fire out on every eighth,
  FIRE_REACH = 2,           -- which spreads over this many tiles, one a beat

  QUIET_TILES = 6,          -- no monster begins nearer to the start
  CELLS_A_MONSTER = 40,     -- open cells for each monster
  CELLS_A_TRAP = 70,
  CELLS_A_VENT = 160,
  CELLS_A_POTION = 300,
  MOST_MONSTERS = 90,
  SEEP_BEATS = 12,          -- how often a slime seeps in while some are missing
  SEEP_NEAR = 5, SEEP_FAR = 11,

  IDLE_BEATS = 16,          -- beats without a press until a ghost comes

  COLLAPSE_GRACE = 4,       -- beats from the third goal to the collapse
  -- Hundredths of a beat that it leaves for a step of the way out, by how hard
  -- the level is.
  COLLAPSE_SLACK = { 150, 140, 132, 128 },

  -- Points.
  POINTS_GOLD = 10, POINTS_GOAL = 50, POINTS_EXIT = 200, POINTS_HEART = 50,
  PAR_BEATS = 500,          -- each beat saved of these is a point
}
