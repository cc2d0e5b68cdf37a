//! The machine: all of its state, and the order of a tick.
//!
//! It is plain owned data; a clone is a snapshot, and so is an image. The host calls `begin_tick`,
//! runs the cart, draws the overlay, calls `end_tick` and composes the rows.

use std::sync::Arc;

use crate::address::{
    BUTTON_MAPPING, EFFECT_STATE, EFFECT_STATE_SIZE, FONT, FONTS_SIZE, MUSIC_STATE, STEREO,
};
use crate::bank::{BANKS, Bank};
use crate::chip::Chip;
use crate::clip::Clip;
use crate::compose::{Pairs, Picture};
use crate::effects::Voice;
use crate::font::FONTS;
use crate::input::{History, Input};
use crate::music::Music;
use crate::ram::Ram;
use crate::resumed::Counters;
use crate::screen::Screen;
use crate::sheet::{Segment, Sheet};
use crate::size::Size;
use crate::sound::CHANNELS;
use crate::sync::section;

/// The keys that press the buttons of the first pad: arrows, Z, X, A, S.
const DEFAULT_KEYS: [u8; 8] = [58, 59, 60, 61, 26, 24, 1, 19];

/// A console without a cart's code: memory, screen, input and sound registers.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) screen: Screen,
    pub(crate) sheet: Sheet,
    pub(crate) ram: Ram,
    pub(crate) banks: [Arc<Bank>; BANKS],
    /// The same as the cart brought them; nothing is ever stored into these.
    pub(crate) first_banks: [Arc<Bank>; BANKS],
    /// Sections that were copied in this tick.
    pub(crate) synced: u32,
    pub(crate) history: History,
    /// What `sfx` plays.
    pub(crate) effects: [Voice; CHANNELS],
    pub(crate) music: Music,
    pub(crate) counters: Counters,
    pub(crate) chip: Chip,
    pub(crate) picture: Picture,
    pub(crate) pairs: Pairs,
    /// The video bank to return to after the overlay.
    pub(crate) below_overlay: usize,
}

impl Machine {
    /// A machine with a cart's banks, of which the first is loaded. Missing
    /// banks are empty, further ones ignored.
    pub fn new(size: Size, banks: Vec<Bank>) -> Machine {
        let mut banks = banks.into_iter();
        let banks: [Arc<Bank>; BANKS] =
            std::array::from_fn(|_| Arc::new(banks.next().unwrap_or_default()));
        let mut machine = Machine {
            screen: Screen::new(size, &banks[0].palettes[0]),
            sheet: Sheet::new(),
            ram: Ram::new(),
            first_banks: banks.clone(),
            banks,
            synced: 0,
            history: History::default(),
            effects: std::array::from_fn(|_| Voice::default()),
            music: Music::default(),
            counters: Counters::default(),
            chip: Chip::default(),
            picture: Picture::new(size),
            pairs: Pairs::default(),
            below_overlay: 0,
        };
        let ram = &mut machine.ram;
        ram.slice_mut(BUTTON_MAPPING, DEFAULT_KEYS.len())
            .copy_from_slice(&DEFAULT_KEYS);
        ram.slice_mut(EFFECT_STATE, EFFECT_STATE_SIZE).fill(0xff);
        ram.slice_mut(MUSIC_STATE, 4)
            .copy_from_slice(&[0xff, 0, 0, 0]);
        ram.slice_mut(STEREO, 4).fill(0xff);
        machine.reset();
        machine
    }

    /// Loads fonts and the first bank again, as `reset()` of a cart does. The
    /// picture stays unless the bank has one, and so do persistent memory and
    /// everything else a bank does not hold.
    pub fn reset(&mut self) {
        self.ram.slice_mut(FONT, FONTS_SIZE).copy_from_slice(&FONTS);
        let has_screen = self.banks[0].screen.iter().any(|&byte| byte != 0);
        let mask = if has_screen {
            section::ALL
        } else {
            section::ALL & !section::SCREEN
        };
        self.load(mask, 0);
    }

    /// Size of the inner screen.
    pub fn size(&self) -> Size {
        self.screen.size
    }

    /// Gives the screen another size: both video banks and the depths are
    /// cleared and the clip rectangle is the whole screen. The same size
    /// changes nothing.
    pub fn set_size(&mut self, size: Size) {
        if size != self.screen.size {
            self.screen.resize(size);
            self.picture = Picture::new(size);
        }
    }

    /// Begins a tick: sound registers, input registers, hold counters.
    pub fn begin_tick(&mut self, input: &Input) {
        self.synced = 0;
        self.begin_sound();
        self.begin_input(input);
    }

    /// Ends a tick: what is held now was held before in the next one, and the
    /// sound registers go to the chip.
    pub fn end_tick(&mut self) {
        self.end_input();
        self.chip.take(&self.ram);
    }

    /// Chooses video bank 1 for the overlay, clears it and shows the cursor of
    /// the bank below.
    pub fn begin_overlay(&mut self) {
        self.below_overlay = self.screen.current;
        let cursor = self.cursor();
        self.screen.current = 1;
        self.screen.video_mut().set_cursor(cursor);
        self.cls(0);
    }

    /// Chooses the video bank again that was chosen before the overlay.
    pub fn end_overlay(&mut self) {
        self.screen.current = self.below_overlay;
    }

    /// Chooses a video bank, if the number is 0 or 1; returns the one before.
    pub fn vbank(&mut self, bank: i32) -> i32 {
        let before = self.screen.current as i32;
        if let 0 | 1 = bank {
            self.screen.current = bank as usize;
        }
        before
    }

    /// The cursor byte of video bank 0: bits 0-6 a sprite, bit 7 a system one.
    pub fn cursor(&self) -> u8 {
        self.screen.banks[0].cursor()
    }

    /// Restricts drawing to a rectangle, or lifts all restrictions.
    pub fn clip(&mut self, rectangle: Option<(i32, i32, i32, i32)>) {
        let size = self.screen.size;
        self.screen.clip = match rectangle {
            Some((x, y, width, height)) => Clip::rectangle(size, x, y, width, height),
            None => Clip::full(size),
        };
    }

    /// Fills the clip rectangle; a whole screen also forgets all depths.
    pub fn cls(&mut self, color: i32) {
        self.screen.clear(color);
    }

    /// The raw color of a pixel, whatever the clip; 0 outside the screen.
    #[inline]
    pub fn pix(&self, x: i32, y: i32) -> u8 {
        self.screen.pixel(x, y)
    }

    /// Sets a pixel inside the clip rectangle.
    #[inline]
    pub fn set_pix(&mut self, x: i32, y: i32, color: i32) {
        self.screen.set_pixel(x, y, color);
    }

    /// Draws a line; at most one step a pixel of the longer screen side.
    pub fn line(&mut self, x0: f32, y0: f32, x1: f32, y1: f32, color: i32) {
        self.screen.line(x0, y0, x1, y1, color);
    }

    /// Fills a rectangle.
    pub fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, color: i32) {
        self.screen.rectangle(x, y, width, height, color);
    }

    /// Draws the outline of a rectangle.
    pub fn rectb(&mut self, x: i32, y: i32, width: i32, height: i32, color: i32) {
        self.screen.rectangle_outline(x, y, width, height, color);
    }

    /// Fills a circle; work is bounded by the radius and by a constant.
    pub fn circ(&mut self, x: i32, y: i32, radius: i32, color: i32) {
        self.screen.ellipse(x, y, radius, radius, color);
    }

    /// Draws the outline of a circle.
    pub fn circb(&mut self, x: i32, y: i32, radius: i32, color: i32) {
        self.screen.ellipse_outline(x, y, radius, radius, color);
    }

    /// Fills an ellipse; work is bounded by the radii and by a constant.
    pub fn elli(&mut self, x: i32, y: i32, a: i32, b: i32, color: i32) {
        self.screen.ellipse(x, y, a, b, color);
    }

    /// Draws the outline of an ellipse.
    pub fn ellib(&mut self, x: i32, y: i32, a: i32, b: i32, color: i32) {
        self.screen.ellipse_outline(x, y, a, b, color);
    }

    /// Fills a triangle.
    pub fn tri(&mut self, corners: [[f32; 2]; 3], color: i32) {
        self.screen.triangle(corners, color);
    }

    /// Draws the outline of a triangle: three lines.
    pub fn trib(&mut self, corners: [[f32; 2]; 3], color: i32) {
        self.screen.triangle_outline(corners, color);
    }

    /// Fills an area from a seed up to a border color; border 255 fills what
    /// has the seed's color.
    pub fn paint(&mut self, x: i32, y: i32, color: i32, border: i32) {
        self.screen.paint(x, y, color, border as u8);
    }

    /// The current blit segment.
    pub(crate) fn segment(&self) -> Segment {
        Segment::new(self.screen.video().segment())
    }
}
