//! The sound of a tick, made only where somebody listens.
//!
//! Without a sample rate nothing is spent on it. With one, every tick gives
//! frames, also those of a cart that has ended, so that a device never starves.

use script::World;

/// The frames of the last tick.
pub(crate) struct Sound {
    rate: Option<u32>,
    /// Whether ticks go by unheard for now, so that no song is decoded.
    pub(crate) is_mute: bool,
    frames: Vec<i16>,
}

impl Sound {
    /// Sound at a sample rate in Hz, or none.
    pub(crate) fn new(rate: Option<u32>) -> Sound {
        Sound {
            rate,
            is_mute: false,
            frames: Vec::new(),
        }
    }

    /// Makes the sound of a tick that begins, from what the one before left
    /// in the registers, with the song on top. A cart that does not play any
    /// more fades out.
    pub(crate) fn tick(&mut self, world: &mut World, plays: bool) {
        if !plays {
            world.songs.stop();
        }
        let Some(rate) = self.rate else {
            world.songs.pass();
            return;
        };
        if !plays {
            world.machine.silence();
        }
        self.frames.clear();
        world.machine.render(rate, &mut self.frames);
        if self.is_mute {
            self.frames.clear();
            world.songs.pass();
        } else {
            world.songs.mix(rate, &mut self.frames);
        }
    }

    /// Puts back the frames of a tick.
    pub(crate) fn set_frames(&mut self, frames: &[i16]) {
        self.frames.clear();
        self.frames.extend_from_slice(frames);
    }

    /// Nothing is heard of the last tick.
    pub(crate) fn clear(&mut self) {
        self.frames.clear();
    }

    /// Left and right by turns.
    pub(crate) fn frames(&self) -> &[i16] {
        &self.frames
    }
}

#[cfg(test)]
mod tests {
    use crate::{Cart, Console, Input, NullHost, Options, Status};

    fn console(code: &str, rate: Option<u32>) -> Console {
        let cart = Cart::from_bytes("beep.lua", code.as_bytes()).expect("it is a cart");
        let options = Options {
            sound_rate: rate,
            ..Options::default()
        };
        Console::new(cart, options, Box::new(NullHost))
    }

    /// A square of 440 Hz on the first channel in every tick.
    const BEEP: &str = "t=0
function TIC()
  poke(0xFF9C,184) poke(0xFF9D,0xF1)
  for i=0,7 do poke(0xFF9E+i,255) end
  t=t+1
  if t==3 then exit() end
end";

    #[test]
    fn a_tick_sounds_in_the_next_one() {
        let mut console = console(BEEP, Some(44_100));
        console.tick(&Input::default());
        assert_eq!(console.sound(), [0; 735 * 2]);
        console.tick(&Input::default());
        assert_eq!(console.sound().len(), 735 * 2);
        assert!(console.sound().iter().any(|&sample| sample > 3000));
    }

    #[test]
    fn a_cart_that_has_ended_falls_silent() {
        let mut console = console(BEEP, Some(48_000));
        while console.tick(&Input::default()) == Status::Running {}
        for _ in 0..12 {
            console.tick(&Input::default());
        }
        assert_eq!(console.sound(), [0; 800 * 2]);
    }

    #[test]
    fn without_a_rate_there_is_no_sound() {
        let mut console = console(BEEP, None);
        console.tick(&Input::default());
        assert!(console.sound().is_empty());
    }
}
