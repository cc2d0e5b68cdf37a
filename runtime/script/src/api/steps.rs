//! `gen.trace`: the steps of a generator as one block, so that they obey the
//! cart's memory limit, snapshots and marks as a grid does.
//!
//! A block holds, in this order: six numbers, a record for each step, all
//! changes, the grid as it is shown, and all kinds and sentences. Going to a
//! step changes the grid by what lies in between, forwards or backwards.

use mapgen::{Step, Trace};
use vm::{Call, Raise, Tree};

use super::{grid, maps};
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// The kind of block, as in the table of functions.
pub(super) const KIND: &str = "steps";

/// Most cells of a map whose steps are kept.
const MOST_CELLS: i64 = 512 * 512;

/// Width, height, steps, changes, the step that is shown, nothing.
const HEAD: usize = 24;

/// Where a step's changes, its kind and its sentence end.
const RECORD: usize = 12;

/// Column, row, the value before, the value after.
const CHANGE: usize = 6;

const USAGE: &str = "s:show needs steps before a colon, such as s:show(1)";

/// `gen.trace(NAME, {...}, NAME, {...}, ...)`.
pub(super) fn trace(cx: &mut Call<'_, World>) -> Outcome {
    let chain = maps::links(cx, "gen.trace")?;
    let first = chain.links().first();
    let cells = first.map_or(0, |(generator, request)| maps::cells(generator, request));
    if cells > MOST_CELLS {
        return Err(Raise::from(format!(
            "gen.trace: a map to watch has at most {MOST_CELLS} cells (512x512), got {cells}"
        )));
    }
    if !maps::pay(cx, &chain) {
        return Ok(0);
    }
    let trace = chain.trace().map_err(|error| maps::of(&error))?;
    let block = written(&trace);
    cx.charge(block.len() as i64 / 4);
    if let Some(bytes) = cx.push_block(KIND, block.len()) {
        bytes.copy_from_slice(&block);
    }
    Ok(1)
}

/// The bytes of a block.
fn written(trace: &Trace) -> Vec<u8> {
    let grid = &trace.map().grid;
    let (mut records, mut changes, mut words) = (Vec::new(), Vec::new(), Vec::<u8>::new());
    let number = |bytes: &mut Vec<u8>, number: usize| bytes.extend((number as u32).to_le_bytes());
    for step in trace.steps() {
        for change in trace.changes(step) {
            changes.extend((change.point.x as u16).to_le_bytes());
            changes.extend((change.point.y as u16).to_le_bytes());
            changes.extend([change.before, change.after]);
        }
        number(&mut records, changes.len() / CHANGE);
        words.extend(kind(step).as_bytes());
        number(&mut records, words.len());
        words.extend(step.text.as_bytes());
        number(&mut records, words.len());
    }
    let mut block = Vec::new();
    let steps = trace.steps().len();
    for head in [
        grid.width() as usize,
        grid.height() as usize,
        steps,
        changes.len() / CHANGE,
        steps,
        0,
    ] {
        number(&mut block, head);
    }
    block.extend(records);
    block.extend(changes);
    block.extend(grid.cells());
    block.extend(words);
    block
}

fn kind(step: &Step) -> &'static str {
    step.kind.name()
}

/// Where everything is in a block.
#[derive(Clone, Copy)]
struct Places {
    width: usize,
    height: usize,
    steps: usize,
    at: usize,
    changes: usize,
    cells: usize,
    words: usize,
}

impl Places {
    fn of(block: &[u8]) -> Places {
        let [width, height, steps, changes, at] = [0, 4, 8, 12, 16].map(|at| number(block, at));
        let first = HEAD + steps * RECORD;
        let cells = first + changes * CHANGE;
        Places {
            width,
            height,
            steps,
            at,
            changes: first,
            cells,
            words: cells + width * height,
        }
    }

    /// Where the kind of a step begins, its sentence, and where that ends.
    fn words(&self, block: &[u8], step: usize) -> [usize; 3] {
        let record = HEAD + step * RECORD;
        let start = step
            .checked_sub(1)
            .map_or(0, |before| number(block, HEAD + before * RECORD + 8));
        [start, number(block, record + 4), number(block, record + 8)].map(|at| self.words + at)
    }

    fn change(&self, block: &[u8], at: usize) -> ([u32; 2], u8, u8) {
        let start = self.changes + at * CHANGE;
        let [a, b, c, d, before, after] = [0, 1, 2, 3, 4, 5].map(|byte| block[start + byte]);
        let point = [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])];
        (point.map(u32::from), before, after)
    }
}

/// How many changes there are up to a step.
fn changes_to(block: &[u8], step: usize) -> usize {
    let record = |before: usize| number(block, HEAD + before * RECORD);
    step.checked_sub(1).map_or(0, record)
}

fn number(block: &[u8], at: usize) -> usize {
    let bytes = block.get(at..at + 4).and_then(|bytes| bytes.first_chunk());
    bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize)
}

/// `s:show(step)`.
pub(super) fn show(cx: &mut Call<'_, World>) -> Outcome {
    let wanted = cx.args().integer(2);
    let block = cx.block_mut(1, KIND).ok_or(USAGE)?;
    let places = Places::of(block);
    let steps = places.steps;
    let wanted = wanted.and_then(|step| usize::try_from(step).ok());
    let Some(wanted) = wanted.filter(|step| *step <= steps) else {
        return Err(Raise::from(format!(
            "s:show: the step must be 0 to {steps}, such as s:show(#s)"
        )));
    };
    let (from, to) = (changes_to(block, places.at), changes_to(block, wanted));
    let cell = |[x, y]: [u32; 2]| places.cells + y as usize * places.width + x as usize;
    for at in from..to {
        let (point, _, after) = places.change(block, at);
        block[cell(point)] = after;
    }
    for at in (to..from).rev() {
        let (point, before, _) = places.change(block, at);
        block[cell(point)] = before;
    }
    block[16..20].copy_from_slice(&(wanted as u32).to_le_bytes());
    let cells = block[places.cells..places.words].to_vec();
    cx.charge(from.abs_diff(to) as i64 + cells.len() as i64 / 32);
    grid::give_cells(cx, places.width as u32, places.height as u32, &cells);
    Ok(1)
}

/// `#s`.
pub(super) fn length(cx: &mut Call<'_, World>) -> Outcome {
    let steps = cx
        .args()
        .block(1, KIND)
        .map_or(0, |it| Places::of(it).steps);
    cx.push_integer(steps as i64);
    Ok(1)
}

/// `s[i]`.
pub(super) fn element(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    let block = args.block(1, KIND).ok_or(USAGE)?;
    let places = Places::of(block);
    let step = args.integer(2).and_then(|i| usize::try_from(i - 1).ok());
    let Some(step) = step.filter(|step| *step < places.steps) else {
        cx.push_nil();
        return Ok(1);
    };
    let [kind, text, end] = places.words(block, step);
    let changes = changes_to(block, step)..changes_to(block, step + 1);
    let cells = changes.map(|at| {
        let ([x, y], before, after) = places.change(block, at);
        maps::table([
            ("x", maps::integer(x)),
            ("y", maps::integer(y)),
            ("before", maps::integer(before.into())),
            ("after", maps::integer(after.into())),
        ])
    });
    let tree = maps::table([
        ("kind", Tree::Bytes(block[kind..text].to_vec())),
        ("text", Tree::Bytes(block[text..end].to_vec())),
        ("cells", Tree::List(cells.collect())),
    ]);
    cx.push_tree(&tree);
    Ok(1)
}
