//! The console's clock while it is played: what is heard now, or, without a
//! sound device, how long the game has run.
//!
//! Pure: it is told the time and where the sound is. It never goes back. Where
//! it would have to, as when a device starts to play and what is heard lags
//! behind, it runs at half the sound's speed until the sound has caught up.

use std::time::Instant;

use console::conductor::estimator::Display;
use console::conductor::{FLICKS_A_TICK, SongTime};
use console::{Press, Timing};

use crate::edges::Edge;
use crate::latencies::{Latencies, milliseconds};

#[cfg(test)]
mod tests;

/// What is heard at some moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Heard {
    /// Since the first frame that the stage has ever pushed.
    pub(crate) position: SongTime,
    /// Positions of different epochs do not make one steady course.
    pub(crate) epoch: u32,
}

/// Where the clock comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Nothing is heard: the monotonic clock.
    Monotonic,
    /// The sound, in this epoch of the device's clock.
    Sound(u32),
}

/// The clock of the console that is being played.
pub(super) struct Clock {
    source: Source,
    /// From when on the source has been asked, and the clock's time then.
    since: Instant,
    from: SongTime,
    /// The sound's time then.
    sound_from: SongTime,
    /// Before that the clock stood still.
    stood: bool,
    /// The last tick's moment, and the clock's time then.
    last: (Instant, SongTime),
    /// Sound that the stage had pushed before this console's.
    base: SongTime,
    latencies: Latencies,
    /// The latencies from the next tick on.
    next: Latencies,
    display: Display,
    born: Instant,
    epoch: u32,
    /// No tick has run yet.
    fresh: bool,
    /// No ticks run, on purpose.
    resting: bool,
}

impl Clock {
    /// The clock of a console whose next tick is due at `now` and begins at
    /// `start`. Its time is that of all sound that the stage has pushed, less
    /// `base`.
    pub(super) fn new(now: Instant, base: SongTime, start: SongTime, latencies: Latencies) -> Self {
        Self {
            source: Source::Monotonic,
            since: now,
            from: start,
            sound_from: SongTime::ZERO,
            stood: true,
            last: (now, start),
            base,
            latencies,
            next: latencies,
            display: Display::default(),
            born: now,
            epoch: 0,
            fresh: true,
            resting: false,
        }
    }

    /// Where the clock comes from.
    pub(super) fn source(&self) -> Source {
        self.source
    }

    /// The latencies that are in force.
    pub(super) fn latencies(&self) -> Latencies {
        self.latencies
    }

    /// Latencies from the next tick on.
    pub(super) fn set_latencies(&mut self, latencies: Latencies) {
        self.next = latencies;
    }

    /// A tick was due that does not run, on purpose. Without sound the clock
    /// stands still until one does.
    pub(super) fn rest(&mut self, now: Instant) {
        let begins = !std::mem::replace(&mut self.resting, true);
        if begins && !self.fresh && self.source == Source::Monotonic {
            let clock = self.from + passed(self.since, now);
            self.last = (now.max(self.last.0), clock.max(self.last.1));
        }
    }

    /// The time of a tick that runs. `heard` tells where the sound is, `edges`
    /// what has gone down or up since the last tick.
    pub(super) fn tick(
        &mut self,
        now: Instant,
        heard: &mut dyn FnMut(Instant) -> Option<Heard>,
        edges: &[Edge],
    ) -> Timing {
        let now = now.max(self.last.0);
        self.follow(now, heard);
        let mut clock = self.at(now, heard);
        if !std::mem::take(&mut self.fresh) {
            clock = clock.max(self.last.1);
        }
        self.last = (now, clock);
        let input = milliseconds(self.latencies.input);
        let press = |edge: &Edge| Press {
            at: self.at(edge.at, heard) - input,
            what: edge.what,
            down: edge.down,
        };
        let presses = edges.iter().map(press).collect();
        let nanos = now.saturating_duration_since(self.born).as_nanos() as i64;
        let seen = clock + milliseconds(self.latencies.visual);
        Timing {
            clock,
            display: self.display.follow(nanos, seen, self.epoch),
            presses,
            handed: Vec::new(),
        }
    }

    /// The clock's time at a moment, also one that has passed.
    fn at(&self, moment: Instant, heard: &mut dyn FnMut(Instant) -> Option<Heard>) -> SongTime {
        if moment < self.since {
            let before = passed(moment, self.since);
            return self.from - if self.stood { SongTime::ZERO } else { before };
        }
        let sound = match self.source {
            Source::Sound(_) => heard(moment),
            Source::Monotonic => None,
        };
        match sound {
            Some(heard) => {
                let sound = self.sound(heard);
                let slowed = SongTime((sound - self.sound_from).0 / 2);
                sound.max(self.from + slowed)
            }
            None => self.from + passed(self.since, moment),
        }
    }

    /// Goes by the sound if there is one, else by the monotonic clock. A new
    /// source takes over at the last tick, so that the clock is continuous.
    fn follow(&mut self, now: Instant, heard: &mut dyn FnMut(Instant) -> Option<Heard>) {
        let resumes = std::mem::take(&mut self.resting);
        let begin = if resumes { now } else { self.last.0 };
        let sound = heard(begin);
        let source = sound.map_or(Source::Monotonic, |heard| Source::Sound(heard.epoch));
        let changes = std::mem::replace(&mut self.latencies, self.next) != self.next;
        let goes_on = source == self.source && !changes && !self.fresh;
        if goes_on && (!resumes || sound.is_some()) {
            return;
        }
        self.epoch += u32::from(!goes_on);
        self.source = source;
        self.stood = resumes || self.fresh;
        self.since = begin;
        self.from = self.last.1;
        if let Some(heard) = sound {
            self.sound_from = self.sound(heard);
            if self.fresh {
                // What is heard may be from before the console's first tick.
                self.from = self.sound_from;
            }
        }
    }

    /// The console's time of what is heard: a tick's sound begins a tick
    /// before what the cart writes in it.
    fn sound(&self, heard: Heard) -> SongTime {
        let lag = SongTime(FLICKS_A_TICK) + milliseconds(self.latencies.audio);
        heard.position - self.base - lag
    }
}

/// From one moment to a later one; nothing if it is not later.
fn passed(from: Instant, to: Instant) -> SongTime {
    SongTime::of_nanos(to.saturating_duration_since(from).as_nanos() as i64)
}
