//! Wave function collapse: every window of a map is one of the sample's, every
//! tile fits its neighbors, contradictions are repaired, and what cannot be is
//! said with what to change.

use std::collections::BTreeSet;

use dice::Seed;
use mapgen::recorder::{Silent, StepKind};
use mapgen::run::{Algorithm, Progress, Run};
use mapgen::wfc::{Effort, Wfc, WfcTiled, sample, tiles};
use mapgen::{Cell, Chain, Grid, Neighbors, Point, Request, generate, trace};

type Window = Vec<u8>;

/// All windows of n x n cells, row by row.
fn windows(grid: &Grid, n: u32) -> BTreeSet<Window> {
    let (w, h) = (grid.width() + 1 - n, grid.height() + 1 - n);
    let corners = (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
    let window = |(x, y)| {
        let cells = (0..n).flat_map(|dy| (0..n).map(move |dx| (dx, dy)));
        let cell = |(dx, dy)| grid.get(Point::new(x + dx, y + dy));
        cells.filter_map(cell).collect()
    };
    corners.map(window).collect()
}

/// The grid and what becomes of it by turning and mirroring.
fn copies(grid: &Grid) -> Vec<Grid> {
    let turned = (0..4).map(|quarters| grid.rotated(quarters));
    let both = turned.flat_map(|grid| [grid.mirrored_left_right(), grid]);
    both.collect()
}

/// The map as it is when all is decided, before parts are joined, and how hard
/// that was.
fn collapsed<A: Algorithm>(
    request: &Request,
    is_collapsed: impl Fn(&A) -> bool,
    effort: impl Fn(&A) -> Effort,
) -> (Grid, Effort) {
    let mut run = Run::<A, Silent>::new(request, Silent).expect("parameters");
    while !is_collapsed(run.algorithm()) {
        assert_eq!(run.step().expect("a map"), Progress::More);
    }
    (run.canvas().grid().clone(), effort(run.algorithm()))
}

fn collapsed_windows(request: &Request) -> (Grid, Effort) {
    collapsed(request, Wfc::is_collapsed, Wfc::effort)
}

#[test]
fn every_window_of_a_map_is_one_of_the_sample() {
    for name in ["rooms", "caves", "maze", "city", "islands"] {
        let text = sample(name).expect("a sample").trim();
        let sample = Grid::from_text(text).expect("glyphs");
        for (n, seeds) in [(2, 20), (3, 60), (4, 2)] {
            let of_copies = copies(&sample).into_iter();
            let known: BTreeSet<Window> = of_copies.flat_map(|copy| windows(&copy, n)).collect();
            for seed in 0..seeds {
                let request = Request::new(seed).sized(40, 30);
                let request = request.with("sample", name).with("n", n);
                let (grid, _) = collapsed_windows(&request);
                let unknown = windows(&grid, n).difference(&known).count();
                assert_eq!(unknown, 0, "{name} {n} {seed}\n{}", grid.to_text());
            }
        }
    }
}

#[test]
fn without_symmetry_windows_are_not_turned() {
    let text = "##########\n##########\n##.#####.#\n##.##..#.#\n##.##..###\n##.##..###\n##########\n##########";
    let sample = Grid::from_text(text).expect("glyphs");
    let known = windows(&sample, 3);
    for seed in 0..20 {
        let request = Request::new(seed).sized(30, 20).with("text", text);
        let (grid, _) = collapsed_windows(&request.with("symmetry", "none"));
        assert!(windows(&grid, 3).is_subset(&known), "{}", grid.to_text());
    }
}

#[test]
fn tiles_fit_and_are_those_of_the_set() {
    for name in ["pipes", "rooms", "castle"] {
        let text = tiles(name).expect("a set");
        let rows: Vec<&str> = text.split_whitespace().collect();
        let rows: Vec<&str> = rows
            .into_iter()
            .filter(|row| row.parse::<u32>().is_err())
            .collect();
        let side = rows[0].len() as u32;
        let known: BTreeSet<Window> = rows
            .chunks(side as usize)
            .map(|tile| Grid::from_text(&tile.join("\n")).expect("glyphs"))
            .flat_map(|tile| copies(&tile))
            .map(|tile| tile.cells().to_vec())
            .collect();
        for seed in 0..200 {
            let request = Request::new(seed).sized(49, 33).with("tiles", name);
            let (grid, _) = collapsed(&request, WfcTiled::is_collapsed, WfcTiled::effort);
            for y in (0..32).step_by(side as usize - 1) {
                for x in (0..48).step_by(side as usize - 1) {
                    let tile = grid.part(mapgen::Rect::new(x, y, side, side));
                    let is_known = known.contains(tile.cells());
                    assert!(is_known, "{name} {seed} {x} {y}\n{}", grid.to_text());
                }
            }
        }
    }
}

#[test]
fn contradictions_are_repaired_where_they_are() {
    let mut all = Effort::default();
    for seed in 0..60 {
        let request = Request::new(seed).with("sample", "maze").with("n", 4);
        let (_, effort) = collapsed_windows(&request.sized(30, 30));
        all.contradictions += effort.contradictions;
        all.repairs += effort.repairs;
        all.restarts += effort.restarts;
    }
    assert!(all.contradictions > 10, "{all:?}");
    assert_eq!((all.repairs, all.restarts), (all.contradictions, 0));
}

#[test]
fn a_map_that_is_given_up_says_what_to_change() {
    let request = Request::new(0).sized(30, 30);
    let request = request.with("sample", "maze").with("n", 4);
    let request = request.with("repairs", 0).with("restarts", 0);
    let failed = (0..40).filter_map(|seed| {
        let seed = Seed::new(seed);
        generate(
            "wfc",
            &Request {
                seed,
                ..request.clone()
            },
        )
        .err()
    });
    let failed: Vec<String> = failed.map(|error| error.to_string()).collect();
    assert!(!failed.is_empty());
    for said in failed {
        let expected = "wfc: no map of 30x30 after 1 contradictions and 0 restarts; take edge='frame', symmetry='all', wrap='yes', a smaller n, or a sample with walls around it";
        assert_eq!(said, expected);
    }
}

#[test]
fn samples_and_tiles_that_are_wrong_say_where_and_what_to_change() {
    let check = |generator: &str, request: Request, expected: &str| {
        let error = generate(generator, &request).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    };
    let text = |text: &str| Request::new(1).with("text", text);
    check(
        "wfc",
        text("###\n#?#"),
        "wfc: text: line 2, column 2: no cell has the glyph '?'; # is a wall, . floor, , corridor, + a door",
    );
    check(
        "wfc",
        text("###\n#.#\n##"),
        "wfc: text: line 3: the row has 2 cells, the first has 3; make all rows equally long",
    );
    check(
        "wfc",
        text("##\n##"),
        "wfc: a sample of 2x2 cells has no window of 3x3; make it larger, n smaller, or wrap it",
    );
    check(
        "wfc",
        text("....\n....\n...."),
        "wfc: no pattern fits in column 0, row 0 of a map of 48x32; take edge='frame', symmetry='all', wrap='yes', a smaller n, or a sample with walls around it",
    );
    check(
        "wfc_tiled",
        text("###\n#.#\n####"),
        "wfc_tiled: text: line 3, column 1: the row has 4 cells, the first tile's have 3; tiles are squares of one size",
    );
    check(
        "wfc_tiled",
        text("###\n#.#"),
        "wfc_tiled: text: the last tile has 2 rows, not 3; tiles are squares",
    );
    check(
        "wfc_tiled",
        text("0\n###\n#.#\n###"),
        "wfc_tiled: text: line 1, column 1: a tile's weight is 1 to 1000, not 0",
    );
    check(
        "wfc_tiled",
        text("3"),
        "wfc_tiled: text: line 1: a tile has 2 to 9 cells on a side, this one 0",
    );
    check(
        "wfc_tiled",
        Request::new(1).sized(4, 40).with("tiles", "rooms"),
        "wfc_tiled: w and h must be at least 5 with tiles of 5x5",
    );
}

#[test]
fn a_map_is_the_sample_of_the_next() {
    for before in ["caves", "bsp", "maze", "wfc_tiled", "lattice"] {
        for seed in 0..5 {
            let first = Chain::new(before, Request::new(seed)).expect("a generator");
            let chain = first.then("wfc", Request::new(seed).with("n", 2));
            let map = chain.and_then(|chain| chain.generate()).expect(before);
            assert_eq!(map.metrics().parts, 1);
            assert_eq!(
                map.recipe.before.as_ref().map(|it| it.generator),
                Some(before)
            );
            let again = Chain::of(&map.recipe).and_then(|chain| chain.generate());
            assert_eq!(again.as_ref().map(|map| &map.grid), Ok(&map.grid));
        }
    }
}

#[test]
fn parts_stay_apart_when_asked() {
    let request = Request::new(1).with("sample", "rooms");
    let joined = generate("wfc", &request).expect("a map");
    let apart = generate("wfc", &request.with("join", "no")).expect("a map");
    assert_eq!(joined.grid.components(Neighbors::Four).sizes.len(), 1);
    assert!(apart.grid.components(Neighbors::Four).sizes.len() > 5);
    let start = apart.start.expect("a start");
    let exit = apart.exit.expect("an exit");
    let way = apart.grid.distances(start)[(exit.y * apart.grid.width() + exit.x) as usize];
    assert!(way != u32::MAX);
}

#[test]
fn steps_tell_what_a_collapse_does() {
    let request = Request::new(3).with("sample", "maze").with("n", 4);
    let mut kinds = BTreeSet::new();
    for seed in 0..10 {
        let mut request = request.clone().sized(30, 30);
        request.seed = Seed::new(seed);
        let traced = trace("wfc", &request).expect("a map");
        kinds.extend(traced.steps().iter().map(|step| step.kind.name()));
    }
    let expected = [
        StepKind::Learn,
        StepKind::Collapse,
        StepKind::Propagate,
        StepKind::Backtrack,
        StepKind::Connect,
        StepKind::Special,
    ];
    for kind in expected {
        assert!(kinds.contains(kind.name()), "{kinds:?}");
    }
}

#[test]
fn things_of_a_sample_are_things_of_the_map() {
    let text = "###### #....# #.$e.# #....# #.k.<# ######";
    let request = Request::new(5).with("text", text).with("edge", "frame");
    let map = generate("wfc", &request.with("wrap", "yes")).expect("a map");
    assert!(!map.things.is_empty());
    for thing in &map.things {
        assert_eq!(map.grid.cell(thing.point), thing.kind);
    }
    assert_eq!(map.grid.count(Cell::Start.byte()), 1);
}
