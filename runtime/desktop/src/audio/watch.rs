//! Opens the device, watches it, and opens it anew when it is lost. Whatever
//! happens the game goes on; each kind of trouble is told of once.
//!
//! Opening and closing may hang, so both happen on a thread that nobody waits
//! for, the same one, as Windows wants. Time comes in as an argument.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use super::device::{AudioDevice, Opened};
use super::feed::Feed;
use super::judge::{Judge, Verdict};
use super::pump::{Gain, Plug};
use super::vitals::Vitals;
use crate::options::Log;

#[cfg(test)]
mod tests;

/// Time to the next attempt, and the longest after many.
const RETRY: Duration = Duration::from_secs(3);
const RETRY_AT_MOST: Duration = Duration::from_secs(15);
/// A device that has played this long may come back as soon as the first.
const RELIABLE: Duration = Duration::from_secs(10);
/// Opening that takes longer is told of.
const OPENING: Duration = Duration::from_secs(4);

/// What can go wrong, in words, most of it for the player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trouble {
    None,
    NoAnswer,
    SlowStart,
    Paused,
    Dead,
    WrongRate,
    Gone,
}

impl Trouble {
    fn words(self) -> &'static str {
        match self {
            Trouble::None => "there is no sound device; playing without sound",
            Trouble::NoAnswer => "the sound device does not answer; playing without sound",
            Trouble::SlowStart => "the sound device takes its time to start; sound will follow",
            Trouble::Paused => "the sound device has paused; the game goes on",
            Trouble::Dead => "the sound device has stopped; playing without sound",
            Trouble::WrongRate => {
                "the sound device does not keep time, so it is not used; playing without sound"
            }
            Trouble::Gone => "the sound device is gone; playing without sound until there is one",
        }
    }
}

/// Dropped, it has a stream closed; the sender in it is dropped afterwards.
type Hold = Sender<Sender<()>>;

type Attempt = (Box<dyn AudioDevice>, Plug, Result<Held, String>);

/// A device that plays, and what keeps it open.
struct Held {
    name: String,
    rate: u32,
    hold: Hold,
}

enum State {
    /// No device; when to try again.
    Idle(Option<Instant>),
    Opening {
        since: Instant,
        attempt: Receiver<Attempt>,
    },
    Playing {
        hold: Hold,
        vitals: Arc<Vitals>,
        judge: Judge,
        since: Instant,
    },
}

/// Watches over the default device.
pub(super) struct Watch {
    /// Away while it is being opened.
    device: Option<Box<dyn AudioDevice>>,
    feeds: Sender<Feed>,
    gain: Arc<Gain>,
    log: Log,
    notes: Log,
    said: BTreeSet<Trouble>,
    failures: u32,
    state: State,
}

impl Watch {
    /// Over a device; every one that is opened sends its feed.
    pub(super) fn new(
        device: Box<dyn AudioDevice>,
        feeds: Sender<Feed>,
        gain: Arc<Gain>,
        log: Log,
        notes: Log,
    ) -> Self {
        Self {
            device: Some(device),
            feeds,
            gain,
            log,
            notes,
            said: BTreeSet::new(),
            failures: 0,
            state: State::Idle(None),
        }
    }

    /// Does what is due.
    pub(super) fn look(&mut self, now: Instant) {
        match &mut self.state {
            State::Idle(until) => {
                if until.is_none_or(|until| now >= until) {
                    self.open(now);
                }
            }
            State::Opening { since, attempt } => match attempt.try_recv() {
                Ok(attempt) => self.opened(now, attempt),
                Err(TryRecvError::Empty) => {
                    if now.saturating_duration_since(*since) >= OPENING {
                        self.say(Trouble::NoAnswer);
                    }
                }
                // The device's thread has died, and the device with it.
                Err(TryRecvError::Disconnected) => {
                    self.say(Trouble::None);
                    self.state = State::Idle(Some(now + RETRY_AT_MOST));
                }
            },
            State::Playing { .. } => self.judge(now),
        }
    }

    /// Closes the device; `end` is dropped when that is done.
    pub(super) fn close(self, end: Sender<()>) {
        if let State::Playing { hold, vitals, .. } = self.state {
            if vitals.starved() > 0 {
                (self.notes)(&format!("sound: {} gaps were heard", vitals.starved()));
            }
            let _ = hold.send(end);
        }
    }

    fn open(&mut self, now: Instant) {
        let Some(mut device) = self.device.take() else {
            return;
        };
        let mut plug = Plug::new(Arc::clone(&self.gain), now);
        let (sender, attempt) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("sound-device".into())
            .spawn(move || {
                let result = device.open(&mut plug);
                open_until_let_go(result, |held| {
                    // Nobody listens if the game is over: then it is closed.
                    let _ = sender.send((device, plug, held));
                });
            });
        if let Err(error) = thread {
            (self.notes)(&format!("no thread for the sound device: {error}"));
        }
        self.state = State::Opening {
            since: now,
            attempt,
        };
    }

    fn opened(&mut self, now: Instant, (device, plug, result): Attempt) {
        self.device = Some(device);
        let opened = match result {
            Ok(opened) => opened,
            Err(reason) => {
                // After a loss it has been said already that there is none.
                let known = [Trouble::Dead, Trouble::WrongRate, Trouble::Gone];
                if !known.iter().any(|trouble| self.said.contains(trouble))
                    && self.say(Trouble::None)
                {
                    (self.notes)(&format!("sound device: {reason}"));
                }
                self.idle(now);
                return;
            }
        };
        let Some((mut feed, vitals)) = plug.ends else {
            self.idle(now);
            return;
        };
        feed.set_device(&opened.name, opened.rate);
        (self.notes)(&format!(
            "sound: {}, {} frames a second",
            opened.name, opened.rate
        ));
        // The stage may be gone; the end of the program is near then.
        let _ = self.feeds.send(feed);
        self.state = State::Playing {
            hold: opened.hold,
            vitals,
            judge: Judge::new(opened.rate, now),
            since: now,
        };
    }

    fn judge(&mut self, now: Instant) {
        let State::Playing { vitals, judge, .. } = &mut self.state else {
            return;
        };
        if let Some(reason) = vitals.gone() {
            let note = format!("sound device: {reason}");
            if self.lose(now, Trouble::Gone) {
                (self.notes)(&note);
            }
            return;
        }
        let (frames, largest) = (vitals.frames(), vitals.largest());
        match judge.look(now, frames, largest, vitals.last()) {
            Verdict::Fine => {}
            Verdict::SlowStart => {
                self.say(Trouble::SlowStart);
            }
            Verdict::Paused => {
                self.say(Trouble::Paused);
            }
            Verdict::Dead => {
                self.lose(now, Trouble::Dead);
            }
            Verdict::WrongRate(rate) => {
                if self.lose(now, Trouble::WrongRate) {
                    (self.notes)(&format!("sound device: {rate} frames a second were taken"));
                }
            }
        }
    }

    /// Gives the device up for a while; whether that was news.
    fn lose(&mut self, now: Instant, trouble: Trouble) -> bool {
        let news = self.say(trouble);
        let before = std::mem::replace(&mut self.state, State::Idle(None));
        if let State::Playing { since, vitals, .. } = before {
            // The stage has to know even if the stream never closes.
            vitals.set_gone(|| trouble.words().to_owned());
            if now.saturating_duration_since(since) >= RELIABLE {
                self.failures = 0;
            }
        }
        self.idle(now);
        news
    }

    fn idle(&mut self, now: Instant) {
        self.failures += 1;
        let wait = (RETRY * self.failures).min(RETRY_AT_MOST);
        self.state = State::Idle(Some(now + wait));
    }

    /// Tells of trouble, once of each kind; whether it was news.
    fn say(&mut self, trouble: Trouble) -> bool {
        let news = self.said.insert(trouble);
        if news {
            (self.log)(trouble.words());
        }
        news
    }
}

/// Tells of the result, and keeps a stream until its hold is let go.
fn open_until_let_go(result: Result<Opened, String>, tell: impl FnOnce(Result<Held, String>)) {
    let Opened { stream, name, rate } = match result {
        Ok(opened) => opened,
        Err(reason) => return tell(Err(reason)),
    };
    let (hold, let_go) = mpsc::channel();
    tell(Ok(Held { name, rate, hold }));
    // An error says the same: the hold was dropped.
    let end = let_go.recv();
    drop(stream);
    drop(end);
}
