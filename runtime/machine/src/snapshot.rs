//! Snapshots: a machine is copied into another one without allocating.
//!
//! A clone is a snapshot too, but a ring of snapshots reuses its machines, and
//! then copying is all that is left: about 160 KiB and the composed picture.

use crate::machine::Machine;
use crate::screen::{Screen, Video};

impl Machine {
    /// Becomes a copy of another machine, picture included.
    pub fn copy_from(&mut self, other: &Machine) {
        let Machine {
            screen,
            sheet,
            ram,
            banks,
            synced,
            history,
            effects,
            music,
            counters,
            chip,
            picture,
            // Follows the palette by itself.
            pairs: _,
            below_overlay,
        } = self;
        copy_screen(screen, &other.screen);
        sheet.nibbles.clone_from(&other.sheet.nibbles);
        ram.copy_from(&other.ram);
        banks.clone_from(&other.banks);
        *synced = other.synced;
        history.clone_from(&other.history);
        effects.clone_from(&other.effects);
        music.clone_from(&other.music);
        *counters = other.counters;
        chip.copy_from(&other.chip);
        picture.width = other.picture.width;
        picture.height = other.picture.height;
        picture.rgba.clone_from(&other.picture.rgba);
        *below_overlay = other.below_overlay;
    }
}

fn copy_screen(screen: &mut Screen, other: &Screen) {
    let Screen {
        size,
        banks,
        current,
        clip,
        depth,
    } = screen;
    *size = other.size;
    for (video, other) in banks.iter_mut().zip(&other.banks) {
        let Video { pixels, registers } = video;
        pixels.clone_from(&other.pixels);
        *registers = other.registers;
    }
    *current = other.current;
    *clip = other.clip;
    depth.copy_from(&other.depth);
}
