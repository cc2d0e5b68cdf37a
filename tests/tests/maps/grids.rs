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
fn rays_end_exactly_where_they_hit() {
    holds(
        r"local g = grid.parse('#####\n#...#\n#.#.#\n#...+\n#####')
        local hit = g:ray(1.5, 1.5, 1, 0)
        assert(hit.x == 4 and hit.y == 1.5 and hit.distance == 2.5)
        assert(hit.column == 4 and hit.row == 1 and hit.value == 0 and hit.side == 'left')
        assert(g:ray(1.5, 1.5, 0, -1).side == 'bottom' and g:ray(1.5, 1.5, -1, 0).side == 'right')
        assert(g:ray(1.5, 1.5, 0, 1e300).side == 'top')
        local edge = g:ray(1.5, 3.5, 1, 0)
        assert(edge.x == 5 and edge.value == nil and edge.side == nil)
        assert(g:ray(1.5, 3.5, 1, 0, nil, {3}).value == 3)
        assert(g:ray(1.5, 3.5, 1, 0, 2).x == 3.5 and g:ray(1.5, 3.5, 1, 0, 1 / 0).x == 5)
        assert(g:ray(1.5, 1.5, 1, 0, 1e300, {}).x == 5)
        assert(g:ray(-1, 1, 1, 0) == nil and g:ray(9, 1, 1, 0) == nil)
        assert(g:ray(0 / 0, 1, 1, 0) == nil and g:ray(1e300, 1, 1, 0) == nil)
        -- Between two walls that touch at a corner nothing passes.
        local gap = grid.parse('.#\n#.')
        assert(gap:ray(0.5, 0.5, 1, 1).x == 1 and grid.parse('.#\n..'):ray(0.5, 0.5, 1, 1).x == 2)",
    );
}

#[test]
fn fans_have_a_ray_for_each_angle() {
    holds(
        r"local g = grid.new(9, 9, 1)
        g:set(8, 4, 0)
        local hits = g:fan(4.5, 4.5, 0, math.pi, 3)
        assert(#hits == 3 and hits[1].y == 0 and hits[2].value == 0 and hits[3].y == 9)
        hits = g:fan(4.5, 4.5, math.pi / 2, math.pi * 2, 4, 2)
        assert(#hits == 4 and hits[1].y == 2.5 and hits[2].x == 6.5 and hits[3].y == 6.5 and hits[4].x == 2.5)
        assert(hits[1].distance == 2 and hits[1].value == nil)
        assert(#g:fan(4.5, 4.5, 1e300, -1e300, 4096) == 4096)
        assert(#g:fan(-1, 4.5, 0, 1, 9) == 0 and #g:fan(0 / 0, 4.5, 0, 1, 9) == 0)",
    );
}

#[test]
fn lines_and_sight_are_the_same_from_both_ends() {
    holds(
        r"local g = grid.parse('....\n.##.\n....')
        assert(g:sees(0, 0, 3, 0) and g:sees(3, 0, 0, 0) and not g:sees(0, 0, 3, 2))
        assert(g:sees(0, 0, 3, 2, {13}) and not g:sees(0, 0, 4, 0) and not g:sees(0, 0, -1, 0))
        assert(g:sees(0, 0, 0, 0) and not g:sees(0 / 0, 0, 0, 0) and not g:sees(0, 0, 1 << 40, 0))
        local line = g:line(0, 0, 3, 0)
        assert(#line == 4 and line[1].x == 0 and line[4].x == 3 and line[4].y == 0)
        assert(#g:line(0, 0, 9, 0) == 0 and #g:line(0, 0, 1 << 62, 1 / 0) == 0)
        assert(g:fov(0, 0, nil, {}):count(1) == 12 and g:fov(0, 0):count(1) < 12)",
    );
}

#[test]
fn ways_obey_costs_and_cut_no_corners() {
    holds(
        r"local g = grid.parse('....\n.##.\n.+..')
        assert(#g:path(0, 0, 3, 2) == 6 and #g:path(0, 0, 3, 2, true) == 6)
        assert(#grid.new(5, 5, 1):path(0, 0, 4, 4, true) == 5)
        assert(#g:path(0, 2, 2, 2) == 3 and #g:path(0, 2, 2, 2, false, {[3]=0}) == 9)
        assert(#g:path(0, 2, 2, 2, false, {[3]=6}) == 3 and #g:path(0, 2, 2, 2, false, {[3]=8}) == 9)
        assert(#g:path(0, 0, 3, 2, true, {[0]=1}) == 4)
        assert(g:path(0, 0, 1, 2, false, {[3]=0}) == nil)
        local field = g:field({{x=0, y=0}, {x=3, y=2}})
        assert(field:get(0, 0) == 0 and field:get(3, 2) == 0 and field:get(1, 2) == 2 and field:get(1, 1) == 255)
        assert(g:field({x=0, y=0}, false, {[3]=9}):get(2, 2) == 6 and g:field(0, 0):get(2, 2) == 4)
        assert(grid.new(9, 9, 1):field(0, 0, true):get(8, 8) == 11)
        assert(grid.new(9, 1, 1):field(0, 0, false, {[1]=40}):get(8, 0) == 254)
        local flow = g:flow(0, 0)
        assert(flow:get(0, 0) == 0 and flow:get(1, 0) == 4 and flow:get(0, 2) == 1 and flow:get(1, 1) == 255)
        assert(grid.new(3, 3, 1):flow({x=0, y=0}, true):get(2, 2) == 8)
        assert(g:flow({}):count(255) == 12 and g:flow({{x=-1, y=1 / 0}}):count(255) == 12)
        local far = g:farthest(0, 0)
        assert(far.x == 3 and far.y == 2 and far.distance == 5)
        assert(g:farthest(1, 1) == nil and g:farthest(0 / 0, 1) == nil)
        assert(grid.new(3, 3, 1):farthest(0, 0, true).distance == 2.8)",
    );
}

#[test]
fn wrong_calls_say_what_is_wanted() {
    let cases = [
        (
            "grid.new(3, 3):ray(1, 1)",
            "g:ray takes a place and a direction, all of them numbers: g:ray(x, y, dx, dy)",
        ),
        (
            "grid.new(3, 3):ray(1, 1, 0, -0.0)",
            "g:ray: the direction must be two numbers that are not both 0, got 0, -0",
        ),
        (
            "grid.new(3, 3):ray(1, 1, 1, 1 / 0)",
            "g:ray: the direction must be two numbers that are not both 0, got 1, inf",
        ),
        (
            "grid.new(3, 3):ray(1, 1, 1, 0, -2)",
            "g:ray: the range must be a number of cells from 0, got -2",
        ),
        (
            "grid.new(3, 3):ray(1, 1, 1, 0, {})",
            "g:ray: the range must be a number of cells from 0",
        ),
        (
            "grid.new(3, 3):ray(1, 1, 1, 0, 9, {0, 300})",
            "g:ray: what blocks must be a list of values from 0 to 255, such as {0, 13}",
        ),
        (
            "grid.new(3, 3):sees(1, 1, 2, 2, 0)",
            "g:sees: what blocks must be a list of values from 0 to 255, such as {0, 13}",
        ),
        (
            "grid.new(3, 3):sees(1, 1, 2)",
            "g:sees: a cell is a column and a row, both numbers",
        ),
        (
            "grid.new(3, 3):fan(1, 1, 0, 1)",
            "g:fan takes a place, an angle, how wide it opens, and how many rays: g:fan(x, y, angle, opening, count)",
        ),
        (
            "grid.new(3, 3):fan(1, 1, 0, 1, 5000)",
            "g:fan: the number of rays must be a whole number from 1 to 4096, got 5000",
        ),
        (
            "grid.new(3, 3):fan(1, 1, 0, 1, 0/0)",
            "g:fan: the number of rays must be a whole number from 1 to 4096, got NaN",
        ),
        (
            "grid.new(3, 3):fan(1, 1, 1 / 0, 1, 5)",
            "g:fan: angle and opening must be finite numbers, got inf, 1",
        ),
        (
            "grid.new(3, 3):path(0, 0, 1, 1, true, {[1]=300})",
            "g:path: a cost must be a whole number from 0 (closed) to 255, got 300",
        ),
        (
            "grid.new(3, 3):flow(0, 0, true, 5)",
            "g:flow: costs must be a table, such as {[2]=5, [3]=0}",
        ),
        (
            "grid.new(3, 3):field({{1, 2}})",
            "g:field: goals are a column and a row, a cell such as {x=3, y=4}, or a list of cells",
        ),
        (
            "grid.new(3, 3).farthest(1)",
            "g:farthest: a cell is a column and a row, both numbers",
        ),
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

#[test]
fn endless_looking_around_spends_the_budget() {
    for call in [
        "g:ray(0, 0, 1, 1)",
        "g:fan(0, 0, 0, 9, 4096)",
        "g:sees(0, 0, 999, 998)",
        "g:line(0, 0, 999, 998)",
        "g:path(0, 0, 999, 998, true)",
        "g:field(0, 0, true, {[1]=255})",
    ] {
        let body = format!("local g = grid.new(1000, 999, 1) while true do {call} end");
        let said = run(&body).expect_err(call);
        assert!(said.contains("ran too long"), "{call}: {said}");
    }
}
