//! Calibration on the stage: makes the clicks, knows where in the test a tap
//! falls, and keeps what is found. No cart runs meanwhile.
//!
//! Clicks are pushed like a console's sound, so a beat stands at a known frame
//! and the clock of the sound device tells when it is heard.

use std::time::Instant;

use console::conductor::SongTime;

use super::Stage;
use crate::calibration::{Calibration, Command, PERIOD, Press};
use crate::events::{Event, Stamped};
use crate::frame::{DARK, Frame};
use crate::sound::Sound;

/// Frames a second and in a tick, as the ring takes them.
const RATE: usize = 48_000;
const TICK: usize = 800;
/// Frames from beat to beat.
const BEAT: usize = RATE * PERIOD as usize / 1000;
/// Frames of a click, and of one wave in it: 20 ms at 1 kHz.
const CLICK: usize = 960;
const WAVE: usize = 48;
/// Ticks to wait for a sound device that is being opened.
const PATIENCE: u32 = 4 * 60;

/// A calibration, and its place in time.
pub(super) struct Session {
    /// None while a sound device is waited for.
    calibration: Option<Calibration>,
    device: Option<(String, u32)>,
    waited: u32,
    /// When the first beat of the test was, in time and in sound.
    began: Instant,
    sound_began: SongTime,
    /// Frames that the test has made.
    frame: usize,
    /// Where the test was at the last tick, in milliseconds.
    position: f64,
}

impl Session {
    fn new(now: Instant) -> Self {
        Self {
            calibration: None,
            device: None,
            waited: 0,
            began: now,
            sound_began: SongTime::ZERO,
            frame: 0,
            position: 0.0,
        }
    }

    /// Draws over all of a frame.
    pub(super) fn draw(&self, frame: &mut Frame) {
        frame.fill(0, 0, frame.width as i32, frame.height as i32, DARK);
        match &self.calibration {
            Some(calibration) => calibration.draw(frame, self.position),
            None => Calibration::draw_waiting(frame),
        }
    }

    /// Milliseconds from the first beat of the test to a moment; nothing is
    /// to be tapped with before the first click is heard.
    fn position_at(&self, at: Instant, sound: &mut Sound) -> f64 {
        if self.clicks() {
            return sound.heard(at).map_or(f64::NEG_INFINITY, |heard| {
                (heard - self.sound_began).milliseconds()
            });
        }
        match at.checked_duration_since(self.began) {
            Some(after) => after.as_secs_f64() * 1e3,
            None => -(self.began - at).as_secs_f64() * 1e3,
        }
    }

    fn clicks(&self) -> bool {
        self.calibration.as_ref().is_some_and(Calibration::clicks)
    }

    fn begin(&mut self, now: Instant, sound: &Sound) {
        self.began = now;
        self.sound_began = sound.pushed();
        self.frame = 0;
    }

    /// The sound of the next tick.
    fn sound(&mut self) -> Vec<i16> {
        let first = self.frame;
        self.frame += TICK;
        (first..self.frame)
            .flat_map(|frame| [click(frame % BEAT); 2])
            .collect()
    }
}

/// A frame of a click: a triangle wave that fades.
fn click(frame: usize) -> i16 {
    if frame >= CLICK {
        return 0;
    }
    let quarter = (WAVE / 4) as i32;
    let place = (frame % WAVE) as i32;
    let height = quarter - (place - 2 * quarter).abs();
    let left = (CLICK - frame) as i32;
    (height * left * 2) as i16
}

impl Stage {
    /// Begins to calibrate; the menu is gone meanwhile.
    pub(super) fn calibrate(&mut self) {
        let now = Instant::now();
        self.menu = None;
        self.controls.release_all(now);
        self.calibrating = Some(Session::new(now));
        self.set_gain();
        self.send_pointer();
        self.dirty = true;
    }

    /// A tick of the calibration.
    pub(super) fn tick_calibration(&mut self, now: Instant) {
        let Some(session) = &mut self.calibrating else {
            return;
        };
        let device = self.sound.device();
        match &mut session.calibration {
            None => {
                session.waited += 1;
                let ready = device.is_some() && self.sound.heard(now).is_some();
                let hopeless = !Sound::is_built_in() || session.waited > PATIENCE;
                if ready || hopeless {
                    let heard = device.clone().filter(|_| ready);
                    let before = self.store.settings().latencies_of(heard.as_ref());
                    let named = heard.as_ref().map(|(name, _)| name.clone());
                    let named = named.ok_or_else(|| NO_DEVICE.to_owned());
                    session.device = heard;
                    session.calibration = Some(Calibration::new(named, before));
                    session.begin(now, &self.sound);
                }
            }
            Some(calibration) => {
                calibration.tick();
                // The device that is there must be the one that is measured.
                let lost = session.device.is_some() && device != session.device;
                if lost && calibration.lose_sound(DEVICE_LOST).is_some() {
                    session.begin(now, &self.sound);
                }
                if lost {
                    session.device = None;
                }
            }
        }
        if session.clicks() {
            let frames = session.sound();
            self.sound.push(&frames);
        } else if session.calibration.is_none() {
            self.sound.push(&[0; TICK * 2]);
        } else {
            self.sound.rest();
        }
        session.position = session.position_at(now, &mut self.sound);
        self.dirty = true;
    }

    /// Takes what is pressed while calibrating; false if it is for others.
    pub(super) fn taps_along(&mut self, stamped: &Stamped) -> bool {
        let Some(session) = &mut self.calibrating else {
            return false;
        };
        let press = match stamped.event {
            Event::Key {
                place,
                letter,
                down: true,
            } => {
                if self.modifiers.is_general(place, letter) {
                    return false;
                }
                Press::Key(place)
            }
            Event::Pad {
                control,
                down: true,
                ..
            } => Press::Pad(control),
            Event::Button(_, true) => Press::Click,
            _ => return false,
        };
        let at = session.position_at(stamped.at, &mut self.sound);
        let command = match &mut session.calibration {
            Some(calibration) => calibration.press(press, at),
            None => {
                (press == Press::Key(winit::keyboard::KeyCode::Escape)).then_some(Command::Leave)
            }
        };
        self.dirty = true;
        match command {
            None => {}
            Some(Command::Begin) => session.begin(stamped.at, &self.sound),
            Some(Command::Leave) => self.end_calibration(),
            Some(Command::Save(found)) => {
                let device = session.device.take();
                self.store
                    .settings()
                    .keep_latencies(device.as_ref(), found.latencies);
                self.save_settings();
                if let Some(tell) = &self.calibrated {
                    tell(&found, device.as_ref());
                }
                self.end_calibration();
            }
        }
        true
    }

    fn end_calibration(&mut self) {
        self.calibrating = None;
        self.sound.rest();
        self.set_gain();
        if self.calibrated.is_some() {
            self.over = true;
        } else {
            self.open_menu();
        }
    }
}

const NO_DEVICE: &str = "There is no sound device, so only pictures can be tested.";
const DEVICE_LOST: &str = "The sound device is gone, so only pictures can be tested.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_stand_on_the_beat_to_the_frame() {
        let mut session = Session::new(Instant::now());
        let frames: Vec<i16> = (0..90).flat_map(|_| session.sound()).collect();
        let left: Vec<i16> = frames.iter().step_by(2).copied().collect();
        assert!(left.iter().eq(frames.iter().skip(1).step_by(2)));
        for (frame, &level) in left.iter().enumerate() {
            assert!(frame % BEAT < CLICK || level == 0, "{frame}: {level}");
        }
        let starts = [0, BEAT].map(|at| left[at..at + WAVE].iter().max().copied());
        assert_eq!(starts[0], starts[1]);
        assert!(starts[0] > Some(15_000));
    }
}
