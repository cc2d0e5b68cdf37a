//! Gamepads, polled on a thread of their own: every millisecond while one is
//! connected, so that a press is stamped close to when it happened, rarely
//! otherwise. Events carry the kernel's wall clock time, which is turned into
//! the monotonic clock of all other input. Without a gamepad service the
//! thread ends at once.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use gilrs::{Axis, Button, EventType, GamepadId, Gilrs};

use crate::bindings::{Control, PADS};
use crate::events::{Event, Stamped};

const BUSY: Duration = Duration::from_millis(1);
const IDLE: Duration = Duration::from_millis(150);
/// An event's time further back than this is a clock that was set.
const OLDEST: Duration = Duration::from_millis(100);

/// The running thread; dropping it ends it.
pub(crate) struct Gamepads {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Gamepads {
    /// Starts to listen; `log` hears why not, if not.
    pub(crate) fn start(inbox: Sender<Stamped>, log: crate::Log) -> Self {
        let (stop, stopped) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("gamepads".into())
            .spawn(move || {
                let mut gilrs = match Gilrs::new() {
                    Ok(gilrs) => gilrs,
                    Err(error) => return log(&format!("no gamepads: {error}")),
                };
                let mut pads = Pads::new(inbox);
                let present: Vec<_> = gilrs
                    .gamepads()
                    .map(|(id, pad)| (id, pad.name().to_owned()))
                    .collect();
                for (id, name) in present {
                    pads.arrived(id, name, Instant::now());
                }
                loop {
                    while let Some(event) = gilrs.next_event() {
                        let at = monotonic(event.time, SystemTime::now(), Instant::now());
                        let name = || gilrs.gamepad(event.id).name().to_owned();
                        pads.take(event.id, event.event, at, name);
                    }
                    let pause = if pads.any() { BUSY } else { IDLE };
                    if stopped.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
                        return;
                    }
                }
            })
            .ok();
        Self {
            stop: Some(stop),
            thread,
        }
    }
}

impl Drop for Gamepads {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic in a driver's code is no reason to fail now.
            let _ = thread.join();
        }
    }
}

/// Names of the gamepads that are connected, or why there can be none.
pub(crate) fn connected() -> Result<Vec<String>, String> {
    let gilrs = Gilrs::new().map_err(|error| error.to_string())?;
    Ok(gilrs
        .gamepads()
        .map(|(_, pad)| pad.name().to_owned())
        .collect())
}

/// When something happened, on the monotonic clock.
fn monotonic(happened: SystemTime, wall: SystemTime, now: Instant) -> Instant {
    let age = wall.duration_since(happened).unwrap_or_default();
    if age > OLDEST {
        return now;
    }
    now.checked_sub(age).unwrap_or(now)
}

/// Which gamepad is which player's, and what its sticks do.
struct Pads {
    inbox: Sender<Stamped>,
    slots: [Option<Slot>; PADS],
}

struct Slot {
    id: GamepadId,
    stick: [Tilt; 2],
    hat: [Tilt; 2],
}

impl Pads {
    fn new(inbox: Sender<Stamped>) -> Self {
        Self {
            inbox,
            slots: [const { None }; PADS],
        }
    }

    fn any(&self) -> bool {
        self.slots.iter().any(Option::is_some)
    }

    fn slot(&self, id: GamepadId) -> Option<usize> {
        self.slots
            .iter()
            .position(|slot| slot.as_ref().is_some_and(|slot| slot.id == id))
    }

    /// Gives a gamepad the first free place; a fifth gets none.
    fn arrived(&mut self, id: GamepadId, name: String, at: Instant) {
        if self.slot(id).is_some() {
            return;
        }
        if let Some(pad) = self.slots.iter().position(Option::is_none) {
            self.slots[pad] = Some(Slot {
                id,
                stick: [Tilt::default(), Tilt::default()],
                hat: [Tilt::default(), Tilt::default()],
            });
            self.send(at, Event::PadArrived(pad, name));
        }
    }

    fn take(&mut self, id: GamepadId, event: EventType, at: Instant, name: impl Fn() -> String) {
        match event {
            EventType::Connected => self.arrived(id, name(), at),
            EventType::Disconnected => {
                if let Some(pad) = self.slot(id) {
                    self.slots[pad] = None;
                    self.send(at, Event::PadGone(pad));
                }
            }
            EventType::ButtonPressed(button, _) => self.button(id, button, true, at),
            EventType::ButtonReleased(button, _) => self.button(id, button, false, at),
            EventType::AxisChanged(axis, value, _) => self.axis(id, axis, value, at),
            _ => {}
        }
    }

    fn button(&mut self, id: GamepadId, button: Button, down: bool, at: Instant) {
        if let (Some(pad), Some(control)) = (self.slot(id), control(button)) {
            self.send(at, Event::Pad { pad, control, down });
        }
    }

    fn axis(&mut self, id: GamepadId, axis: Axis, value: f32, at: Instant) {
        let Some(pad) = self.slot(id) else { return };
        let Some(slot) = &mut self.slots[pad] else {
            return;
        };
        let (tilt, low, high) = match axis {
            Axis::LeftStickX => (&mut slot.stick[0], Control::StickLeft, Control::StickRight),
            Axis::LeftStickY => (&mut slot.stick[1], Control::StickDown, Control::StickUp),
            Axis::DPadX => (&mut slot.hat[0], Control::Left, Control::Right),
            Axis::DPadY => (&mut slot.hat[1], Control::Down, Control::Up),
            _ => return,
        };
        let changes = tilt.change(value);
        for (side, down) in changes.into_iter().flatten() {
            let control = if side == Side::Low { low } else { high };
            self.send(at, Event::Pad { pad, control, down });
        }
    }

    fn send(&self, at: Instant, event: Event) {
        // The stage may be gone already; then nobody needs to know.
        let _ = self.inbox.send(Stamped { at, event });
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Low,
    High,
}

/// One axis of a stick as two buttons. It is let go at less than it is
/// pressed, so a trembling stick does not press many times.
#[derive(Default)]
struct Tilt {
    side: Option<Side>,
}

impl Tilt {
    const PRESS: f32 = 0.5;
    const LET_GO: f32 = 0.35;

    /// What the new value releases and then presses.
    fn change(&mut self, value: f32) -> [Option<(Side, bool)>; 2] {
        let pushed = match value {
            value if value >= Self::PRESS => Some(Side::High),
            value if value <= -Self::PRESS => Some(Side::Low),
            value if value.abs() < Self::LET_GO => None,
            _ => match self.side {
                Some(Side::High) if value > 0.0 => Some(Side::High),
                Some(Side::Low) if value < 0.0 => Some(Side::Low),
                _ => None,
            },
        };
        if pushed == self.side {
            return [None, None];
        }
        let released = self.side.map(|side| (side, false));
        self.side = pushed;
        [released, pushed.map(|side| (side, true))]
    }
}

fn control(button: Button) -> Option<Control> {
    Some(match button {
        Button::South => Control::South,
        Button::East => Control::East,
        Button::West => Control::West,
        Button::North => Control::North,
        Button::DPadUp => Control::Up,
        Button::DPadDown => Control::Down,
        Button::DPadLeft => Control::Left,
        Button::DPadRight => Control::Right,
        Button::LeftTrigger => Control::LeftShoulder,
        Button::RightTrigger => Control::RightShoulder,
        Button::LeftTrigger2 => Control::LeftTrigger,
        Button::RightTrigger2 => Control::RightTrigger,
        Button::LeftThumb => Control::LeftStick,
        Button::RightThumb => Control::RightStick,
        Button::Select => Control::Select,
        Button::Start | Button::Mode => Control::Start,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f32], expected: &[(Side, bool)]) {
        let mut tilt = Tilt::default();
        let changes: Vec<_> = values
            .iter()
            .flat_map(|&value| tilt.change(value))
            .flatten()
            .collect();
        assert_eq!(changes, expected, "{values:?}");
    }

    #[test]
    fn a_stick_is_two_buttons() {
        use Side::{High, Low};
        check(&[0.2, 0.6, 1.0, 0.1], &[(High, true), (High, false)]);
        check(
            &[0.6, 0.45, 0.49, 0.51, 0.0],
            &[(High, true), (High, false)],
        );
        check(
            &[0.9, -0.9, 0.0],
            &[(High, true), (High, false), (Low, true), (Low, false)],
        );
        check(&[0.6, -0.4], &[(High, true), (High, false)]);
        check(&[f32::NAN, 0.3, -0.3], &[]);
    }

    #[test]
    fn wall_clock_times_become_monotonic() {
        let (wall, then) = (SystemTime::now(), Instant::now());
        let age = Duration::from_millis(7);
        let now = then + age;
        assert_eq!(monotonic(wall - age, wall, now), then);
        // A clock that was set, forth or back, must not shift a press.
        assert_eq!(monotonic(wall - Duration::from_secs(60), wall, now), now);
        assert_eq!(monotonic(wall + age, wall, now), now);
    }

    #[test]
    fn a_missing_service_is_an_answer() {
        // Whatever this machine has, asking must not panic.
        let _ = connected();
        let (inbox, _events) = mpsc::channel();
        drop(Gamepads::start(inbox, std::sync::Arc::new(|_| {})));
    }
}
