//! What carts do with grids: every method, the screen, marks and rewinding.

use crate::{fails, holds, run};

#[test]
fn cells_are_read_and_written() {
    holds(
        "local g = grid.new(4, 3, 7)
        assert(g:width() == 4 and g:height() == 3 and #g == 12)
        assert(g:get(0, 0) == 7 and g:get(3, 2) == 7 and g:get(4, 0) == nil and g:get(0, -1) == nil)
        g:set(1, 2, 200) g:set(9, 9, 1) g:set(-1, 0, 1)
        assert(g:get(1, 2) == 200 and g:get(1.9, 2.9) == 200 and g:get(0/0, 0) == nil)
        assert(g:get(-0.5, 0) == nil and g:get(1 << 62, 0) == nil)
        assert(g:count(7) == 11 and g:count(200) == 1)
        local found = g:find(200) assert(#found == 1 and found[1].x == 1 and found[1].y == 2)
        g:fill(3) assert(g:count(3) == 12)
        g:fill(5, -1, 1, 3, 99) assert(g:count(5) == 4)
        assert(tostring(g):match('^grid'))",
    );
}

#[test]
fn grids_are_put_together_and_looked_at() {
    holds(
        r"local g = grid.parse('#####\n#.#.#\n##.##\n#..##\n#####')
        assert(g:width() == 5 and g:get(1, 1) == 1)
        assert(g:text() == '#####\n#.#.#\n##.##\n#..##\n#####\n')
        local parts = g:parts()
        assert(#parts == 3 and parts[3].size == 3 and parts[3].x == 2 and parts[3].y == 2)
        assert(#g:parts(true) == 1)
        local copy = g:copy()
        assert(copy:flood(2, 2, 2) == 3 and copy:get(1, 3) == 2 and g:get(1, 3) == 1)
        assert(copy:flood(99, 0, 2) == 0)
        assert(g:copy(1, 1, 3, 1):text() == '.#.\n')
        assert(grid.parse('#.'):rotate():text() == '#\n.\n')
        assert(grid.parse('#.'):rotate(-1):text() == '.\n#\n')
        assert(grid.parse('#.'):mirror():text() == '.#\n')
        assert(grid.parse('#\n.'):mirror(true):text() == '.\n#\n')
        local b = grid.new(3, 1, 1) b:blit(grid.new(2, 1), 2, 0) assert(b:text() == '..#\n')
        b:blit(b, 0, 0) b:blit(grid.parse('#.'), 0, 0, 0) assert(b:text() == '..#\n')
        assert(#grid.new(3, 3):outline(0) == 8)
        assert(grid.new(3, 3):mask():get(1, 1) == 15 and grid.new(1, 1):mask(true):get(0, 0) == 255)",
    );
}

#[test]
fn games_ask_for_sight_ways_and_distances() {
    holds(
        r"local g = grid.parse('.....\n.###.\n.....')
        local seen = g:fov(0, 0)
        assert(seen:get(4, 0) == 1 and seen:get(1, 1) == 1 and seen:get(4, 2) == 0)
        assert(g:fov(0, 0, 1):count(1) == 4 and g:fov(-1, 0):count(1) == 0)
        local way = g:path(0, 0, 0, 2)
        assert(#way == 3 and way[1].y == 0 and way[3].y == 2)
        assert(g:path(0, 0, 2, 1) == nil and g:path(0, 0, -1, 0) == nil)
        local field = g:field(0, 0)
        assert(field:get(0, 0) == 0 and field:get(4, 2) == 6 and field:get(2, 1) == 255)
        assert(grid.new(600, 1, 1):field(0, 0):get(599, 0) == 254)",
    );
}

#[test]
fn wrong_calls_say_what_is_wanted() {
    let cases = [
        (
            "grid.new(0, 3)",
            "grid.new: the width must be a whole number from 1 to 4096, got 0",
        ),
        (
            "grid.new(3, 100000)",
            "grid.new: the height must be a whole number from 1 to 4096, got 100000",
        ),
        (
            "grid.new(3, 3, 300)",
            "grid.new: the value must be a whole number from 0 to 255, got 300",
        ),
        (
            "grid.new(3, 3):set(0, 0, -1)",
            "g:set: the value must be a whole number from 0 to 255, got -1",
        ),
        (
            "grid.new(3, 3).get(1, 1)",
            "g:get needs a grid before a colon, and a column and a row: g:get(x, y)",
        ),
        (
            "grid.new(3, 3):blit(rng.new(1))",
            "g:blit: what is copied must be a grid",
        ),
        (
            "grid.new(3, 3):copy(5, 5, 1, 1)",
            "g:copy: that part has no cell of the grid",
        ),
        (
            "grid.parse('#?')",
            "grid.parse: line 1, column 2: no cell has the glyph '?'",
        ),
        (
            "grid.new(4096, 4096):find(0)",
            "g:find: 16777216 are more than a list can hold; look at parts of the grid (g:copy)",
        ),
        (
            "grid.new(3, 3):draw(0, 0, 1, 5)",
            "g:draw: what the values stand for must be a table, such as {[0]=0, [1]=12}",
        ),
    ];
    for (call, message) in cases {
        fails(call, message);
    }
    assert!(run("grid.parse(grid.new(1, 1))").is_err());
}

#[test]
fn grids_reach_the_screen_and_the_map() {
    holds(
        "cls(0)
        local g = grid.new(1000, 1000, 3)
        g:set(1, 0, 9)
        g:draw(10, 20, 4)
        assert(pix(9, 20) == 0 and pix(10, 20) == 3 and pix(13, 23) == 3)
        assert(pix(14, 20) == 9 and pix(17, 23) == 9 and pix(18, 23) == 3 and pix(239, 135) == 3)
        cls(0)
        g:draw(-3, -3, 4, {[9]=5})
        assert(pix(0, 0) == 0 and pix(1, 0) == 5 and pix(4, 0) == 5 and pix(5, 0) == 0)
        clip(0, 0, 2, 2) g:draw(0, 0, 1) assert(pix(0, 1) == 3) clip()
        poke4(0x4000 * 2 + 64 * 5, 12)
        cls(0) g:spr(0, 0, {[9]=5}, 0) assert(pix(8, 0) == 12 and pix(0, 0) == 0 and pix(9, 0) == 0)
        g:tomap(2, 3, {[9]=5, [3]=77})
        assert(mget(3, 3) == 5 and mget(2, 3) == 77 and mget(1, 3) == 0 and mget(239, 135) == 77)
        g:tomap(-1, 0) assert(mget(0, 0) == 9)
        g:draw(0, 0, 0) g:draw(1 << 40, 0, 4) g:spr(0, 0, nil, -1, 0)",
    );
}

#[test]
fn marks_and_digests_hold_grids() {
    holds(
        "game = {floor = grid.new(8, 8), steps = gen.trace('lattice')}
        local mark, before = rollback.save(game), rollback.hash(game)
        game.floor:set(3, 3, 9)
        assert(rollback.hash(game) ~= before)
        local changed = game.floor
        rollback.load(mark)
        assert(game.floor == changed and changed:get(3, 3) == 0 and rollback.hash(game) == before)",
    );
}
