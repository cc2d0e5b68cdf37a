//! The inspector of developer mode, beside the game: the cart's variables,
//! its tracked state, memory, and sound registers. Drawing of the pages is in
//! `inspector/view.rs`.

use std::collections::{BTreeMap, BTreeSet};

use console::{Console, Variable};
use winit::keyboard::KeyCode;

mod view;

/// Width of the inspector beside the game.
pub(super) const WIDTH: i32 = 128;
/// Bytes in a row of the memory page.
const ROW_BYTES: usize = 8;
/// Bytes of the console's memory.
const MEMORY: usize = 0x18000;

/// What memory holds, in the order of the addresses at which it begins.
const REGIONS: [(usize, &str); 23] = [
    (0x00000, "screen"),
    (0x03FC0, "palette"),
    (0x03FF0, "palette map"),
    (0x03FF8, "border, offset, cursor"),
    (0x04000, "tiles"),
    (0x06000, "sprites"),
    (0x08000, "map"),
    (0x0FF80, "gamepads"),
    (0x0FF84, "mouse"),
    (0x0FF88, "keyboard"),
    (0x0FF8C, "effect positions"),
    (0x0FF9C, "sound registers"),
    (0x0FFE4, "waveforms"),
    (0x100E4, "effects"),
    (0x11164, "patterns"),
    (0x13E64, "tracks"),
    (0x13FFC, "music state"),
    (0x14000, "stereo"),
    (0x14004, "persistent"),
    (0x14404, "sprite flags"),
    (0x14604, "font"),
    (0x14E04, "button mapping"),
    (0x14E24, "samples, free"),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Variables,
    State,
    Memory,
    Sound,
}

impl Page {
    fn next(self) -> Self {
        match self {
            Self::Variables => Self::State,
            Self::State => Self::Memory,
            Self::Memory => Self::Sound,
            Self::Sound => Self::Variables,
        }
    }
}

/// What the developer looks at.
#[derive(Default)]
pub(super) struct Inspector {
    page: Page,
    /// Paths of the tables that are open.
    open: BTreeSet<String>,
    /// Tracked tables that were opened unasked; once is enough.
    offered: BTreeSet<String>,
    lines: Vec<Variable>,
    /// What each path held in the tick before, and whether that changed.
    before: BTreeMap<String, String>,
    changed: BTreeSet<String>,
    tick: u64,
    selected: usize,
    /// First address of the memory page.
    address: usize,
    /// Lines that fit, as of the last drawing.
    shown: usize,
}

impl Inspector {
    /// Reads what is to be shown.
    pub(super) fn look(&mut self, console: &mut Console) {
        if !matches!(self.page, Page::Variables | Page::State) {
            return;
        }
        let mut lines = console.variables(&self.open);
        if self.page == Page::State {
            // The tracked table opens by itself.
            let fresh = (lines.iter())
                .find(|line| line.is_tracked && !self.open.contains(&line.path) && line.depth == 0)
                .map(|line| line.path.clone());
            if let Some(path) = fresh
                && self.offered.insert(path.clone())
            {
                self.open.insert(path);
                lines = console.variables(&self.open);
            }
            lines.retain(|line| line.is_tracked);
        }
        let now: BTreeMap<String, String> = (lines.iter())
            .map(|line| (line.path.clone(), line.text.clone()))
            .collect();
        if console.frame() == self.tick {
            self.before.extend(now);
        } else {
            self.tick = console.frame();
            let is_new = |(path, text): &(&String, &String)| {
                self.before.get(*path).is_some_and(|old| old != *text)
            };
            self.changed = (now.iter().filter(is_new))
                .map(|(path, _)| path.clone())
                .collect();
            self.before = now;
        }
        self.lines = lines;
        self.selected = self.selected.min(self.lines.len().saturating_sub(1));
    }

    /// Answers to a key; false if it is none of the inspector's. While the game
    /// runs, most keys are the game's.
    pub(super) fn key(&mut self, place: KeyCode, paused: bool) -> bool {
        let page = self.shown.max(1) as isize;
        match place {
            KeyCode::Tab => {
                self.page = self.page.next();
                self.selected = 0;
            }
            KeyCode::ArrowUp if paused => self.scroll(-1),
            KeyCode::ArrowDown if paused => self.scroll(1),
            KeyCode::PageUp if !paused => self.scroll(-page),
            KeyCode::PageDown if !paused => self.scroll(page),
            KeyCode::Enter if paused => self.choose(),
            _ => return false,
        }
        true
    }

    /// Moves by lines, down if positive.
    pub(super) fn scroll(&mut self, lines: isize) {
        if self.page == Page::Memory {
            let rows = MEMORY / ROW_BYTES;
            let row = (self.address / ROW_BYTES).saturating_add_signed(lines);
            self.address = row.min(rows - self.shown.clamp(1, rows)) * ROW_BYTES;
        } else {
            let last = self.lines.len().saturating_sub(1);
            self.selected = self.selected.saturating_add_signed(lines).min(last);
        }
    }

    /// Opens or closes the table that is chosen; goes to the next region of
    /// memory.
    fn choose(&mut self) {
        match self.page {
            Page::Memory => {
                let next =
                    (REGIONS.iter()).find(|(start, _)| *start > self.address + ROW_BYTES - 1);
                self.address = next.map_or(0, |(start, _)| start / ROW_BYTES * ROW_BYTES);
            }
            Page::Sound => {}
            Page::Variables | Page::State => {
                let Some(line) = self.lines.get(self.selected) else {
                    return;
                };
                if line.kind == "table" && !self.open.remove(&line.path) {
                    self.open.insert(line.path.clone());
                }
            }
        }
    }

    /// The mouse clicks at a row of pixels of the inspector.
    pub(super) fn click(&mut self, y: i32) {
        let row = (y - view::TOP) / view::ROW;
        if y < view::TOP {
            self.page = self.page.next();
            self.selected = 0;
        } else if !matches!(self.page, Page::Memory | Page::Sound) {
            let line = self.first() + row as usize;
            if line < self.lines.len() {
                self.selected = line;
                self.choose();
            }
        }
    }

    /// The first line that is shown.
    fn first(&self) -> usize {
        (self.selected + 1).saturating_sub(self.shown.max(1))
    }
}

/// The name of what an address belongs to.
fn region(address: usize) -> &'static str {
    (REGIONS.iter().rev())
        .find(|(start, _)| *start <= address)
        .map_or("", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use console::{Cart, Input, NullHost, Options};

    use super::*;
    use crate::frame::Frame;

    fn console(code: &[u8]) -> Console {
        let cart = Cart::from_bytes("a.lua", code).unwrap();
        let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
        console.tick(&Input::default());
        console
    }

    #[test]
    fn what_has_changed_since_the_last_tick_is_marked() {
        let code = b"local ship = {x = 1, name = 'a'} n = 5 function TIC() ship.x = ship.x + 1 end";
        let mut console = console(code);
        let mut inspector = Inspector::default();
        inspector.look(&mut console);
        inspector.key(KeyCode::ArrowDown, true);
        inspector.key(KeyCode::Enter, true);
        inspector.look(&mut console);
        let paths: Vec<&str> = inspector
            .lines
            .iter()
            .map(|line| line.path.as_str())
            .collect();
        assert_eq!(paths, ["n", "ship", "ship.name", "ship.x"]);
        assert!(inspector.changed.is_empty());
        console.tick(&Input::default());
        inspector.look(&mut console);
        assert_eq!(inspector.changed, BTreeSet::from(["ship.x".to_owned()]));
        assert!(!inspector.key(KeyCode::Enter, false));
    }

    #[test]
    fn a_cart_that_is_looked_at_goes_on_as_one_that_is_not() {
        let code = b"t = {} function TIC() t[#t + 1] = {n = math.random(9)} cls(#t) end";
        let (mut one, mut other) = (console(code), console(code));
        let mut inspector = Inspector {
            open: BTreeSet::from(["t".to_owned()]),
            ..Inspector::default()
        };
        for _ in 0..50 {
            inspector.look(&mut one);
            one.tick(&Input::default());
            other.tick(&Input::default());
            assert_eq!(one.memory_used(), other.memory_used());
        }
        assert_eq!(one.digest().number(), other.digest().number());
    }

    #[test]
    fn every_page_is_drawn_and_memory_ends_at_its_end() {
        let mut console = console(b"a = {} function TIC() sfx(0) end");
        let mut inspector = Inspector::default();
        let mut frame = Frame {
            width: 384,
            height: 216,
            rgba: vec![0; 384 * 216 * 4],
        };
        for _ in 0..4 {
            inspector.look(&mut console);
            inspector.draw(&mut frame, 256, &console);
            inspector.scroll(-3);
            inspector.scroll(1 << 40);
            inspector.draw(&mut frame, 256, &console);
            assert!(inspector.address < MEMORY);
            inspector.key(KeyCode::Tab, true);
        }
        assert_eq!(region(0x0FF9D), "sound registers");
        assert_eq!(region(0x17FFF), "samples, free");
    }
}
