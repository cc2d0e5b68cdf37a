//! A tempo map from what people write: tempi, stops, delays and warps in beats.
//!
//! The events are walked in order of beats, and each becomes a piece of the
//! curve. At one beat a tempo counts first, then a delay, the beat itself, a
//! stop, and a warp: the order in which `StepMania` takes them.

use super::curve::{Curve, Piece};
use super::moment::Moment;
use super::rate::Rate;
use super::{TempoError, TempoMap};
use crate::time::{BeatPosition, NANOS_A_BEAT, SongTime};

/// Furthest beat an entry may name.
const FURTHEST_BEAT: f64 = 1_000_000.0;

/// Longest stop or delay, in seconds.
const LONGEST: f64 = 3600.0;

/// Furthest offset and end of a loop, in seconds.
const FURTHEST_SECOND: f64 = 1_000_000.0;

/// Most entries in one list.
const MOST_ENTRIES: usize = 100_000;

/// Gathers the entries of a [`TempoMap`]; they are checked in
/// [`build`](TempoMapBuilder::build). Lists may be in any order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TempoMapBuilder {
    offset: SongTime,
    tempi: Vec<(f64, f64)>,
    stops: Vec<(f64, f64)>,
    delays: Vec<(f64, f64)>,
    warps: Vec<(f64, f64)>,
    signatures: Vec<(i64, i64)>,
    repeat: Option<(SongTime, SongTime)>,
}

impl TempoMapBuilder {
    /// When the song reaches beat 0; may be negative. 0 when never called.
    #[must_use]
    pub fn offset(mut self, time: SongTime) -> Self {
        self.offset = time;
        self
    }

    /// From a beat on, so many beats a minute: 1 to 10,000, rounded to a
    /// millionth. The first tempo also holds before its beat; of two at one
    /// beat the later entry counts. 120 when there is none.
    #[must_use]
    pub fn tempo(mut self, beat: f64, bpm: f64) -> Self {
        self.tempi.push((beat, bpm));
        self
    }

    /// Holds the position at a beat for so many seconds, 0 to 3,600; the beat
    /// hits when the stop begins.
    #[must_use]
    pub fn stop(mut self, beat: f64, seconds: f64) -> Self {
        self.stops.push((beat, seconds));
        self
    }

    /// Holds the position just below a beat for so many seconds, 0 to 3,600;
    /// the beat hits when the delay is over.
    #[must_use]
    pub fn delay(mut self, beat: f64, seconds: f64) -> Self {
        self.delays.push((beat, seconds));
        self
    }

    /// Jumps over so many beats, from one that does not hit any more to one
    /// that does. A beat in between with a stop or a delay does hit.
    #[must_use]
    pub fn warp(mut self, beat: f64, beats: f64) -> Self {
        self.warps.push((beat, beats));
        self
    }

    /// From a beat on, so many beats to the bar: 1 to 100. A new bar starts
    /// there. 4 where nothing is said.
    #[must_use]
    pub fn signature(mut self, beat: i64, beats: i64) -> Self {
        self.signatures.push((beat, beats));
        self
    }

    /// Plays a stretch of the song again and again; see
    /// [`TempoMap::with_loop`].
    #[must_use]
    pub fn looped(mut self, from: SongTime, to: SongTime) -> Self {
        self.repeat = Some((from, to));
        self
    }

    /// Checks the entries and makes the map of them.
    ///
    /// # Errors
    ///
    /// Names the first entry that is out of range, and the range.
    pub fn build(&self) -> Result<TempoMap, TempoError> {
        let seconds = self.offset.seconds();
        if seconds.abs() > FURTHEST_SECOND {
            return Err(TempoError::Offset { seconds });
        }
        let events = self.events()?;
        let mut walk = Walk::new(&events)?;
        for event in &events {
            walk.advance(event.position)?;
            walk.take(event.kind)?;
        }
        let (curve, skipped) = walk.finish(self.offset)?;
        let map = TempoMap::of_curve(curve, skipped).with_signatures(&self.signatures)?;
        match self.repeat {
            Some((from, to)) => map.with_loop(from, to),
            None => Ok(map),
        }
    }

    fn events(&self) -> Result<Vec<Event>, TempoError> {
        let mut events = vec![Event {
            position: 0,
            kind: Kind::Zero,
        }];
        let mut add =
            |list: &'static str,
             entries: &[(f64, f64)],
             kind: &dyn Fn(usize, f64) -> Result<Kind, TempoError>| {
                check_count(list, entries.len())?;
                for (index, &(beat, value)) in entries.iter().enumerate() {
                    let entry = index + 1;
                    let kind = kind(entry, value)?;
                    if !(-FURTHEST_BEAT..=FURTHEST_BEAT).contains(&beat) {
                        return Err(TempoError::Beat { list, entry, beat });
                    }
                    events.push(Event {
                        position: BeatPosition::of_beats(beat).0,
                        kind,
                    });
                }
                Ok(())
            };
        add("tempo", &self.tempi, &|entry, bpm| {
            if (1.0..=10_000.0).contains(&bpm) {
                Ok(Kind::Tempo(Rate::of_bpm(bpm)))
            } else {
                Err(TempoError::Bpm { entry, bpm })
            }
        })?;
        add("delay", &self.delays, &|entry, seconds| {
            Ok(Kind::Delay(length("delay", entry, seconds)?))
        })?;
        add("stop", &self.stops, &|entry, seconds| {
            Ok(Kind::Stop(length("stop", entry, seconds)?))
        })?;
        add("warp", &self.warps, &|entry, beats| {
            if (0.0..=FURTHEST_BEAT).contains(&beats) {
                Ok(Kind::Warp(BeatPosition::of_beats(beats).0))
            } else {
                Err(TempoError::Warp { entry, beats })
            }
        })?;
        events.sort_by_key(|event| (event.position, event.kind.order()));
        Ok(events)
    }
}

/// That a list is not too long.
pub(super) fn check_count(list: &'static str, count: usize) -> Result<(), TempoError> {
    if count > MOST_ENTRIES {
        return Err(TempoError::TooMany { list, count });
    }
    Ok(())
}

/// That signatures are in range.
pub(super) fn check_signatures(signatures: &[(i64, i64)]) -> Result<(), TempoError> {
    check_count("signature", signatures.len())?;
    for (index, &(beat, beats)) in signatures.iter().enumerate() {
        let entry = index + 1;
        if !(1..=100).contains(&beats) {
            return Err(TempoError::Signature { entry, beats });
        }
        if beat.saturating_abs() > FURTHEST_BEAT as i64 {
            return Err(TempoError::Beat {
                list: "signature",
                entry,
                beat: beat as f64,
            });
        }
    }
    Ok(())
}

/// That a loop goes forward, within the songs there are.
pub(super) fn check_loop(from: SongTime, to: SongTime) -> Result<(), TempoError> {
    let (from, to) = (from.seconds(), to.seconds());
    if from < to && from >= -FURTHEST_SECOND && to <= FURTHEST_SECOND {
        return Ok(());
    }
    Err(TempoError::Loop { from, to })
}

fn length(list: &'static str, entry: usize, seconds: f64) -> Result<i64, TempoError> {
    if (0.0..=LONGEST).contains(&seconds) {
        Ok(SongTime::of_seconds(seconds).0)
    } else {
        Err(TempoError::Length {
            list,
            entry,
            seconds,
        })
    }
}

/// Something that happens at a position.
#[derive(Debug, Clone, Copy)]
struct Event {
    position: i64,
    kind: Kind,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    /// Beat 0, whose moment is the offset.
    Zero,
    Tempo(Rate),
    /// In flicks.
    Delay(i64),
    /// In flicks.
    Stop(i64),
    /// In nano-beats.
    Warp(i64),
}

impl Kind {
    fn order(self) -> u8 {
        match self {
            Kind::Zero => 0,
            Kind::Tempo(_) => 1,
            Kind::Delay(_) => 2,
            Kind::Stop(_) => 3,
            Kind::Warp(_) => 4,
        }
    }
}

/// The walk along the events, in time since the first of them.
struct Walk {
    pieces: Vec<Piece>,
    skipped: Vec<(i64, i64)>,
    now: Moment,
    position: i64,
    rate: Rate,
    /// Where the warp under way lands; behind the position when there is none.
    landing: i64,
    /// The last position with a stop or a delay, which hits within a warp too.
    held: i64,
    zero: Moment,
}

impl Walk {
    fn new(events: &[Event]) -> Result<Walk, TempoError> {
        let position = events.first().map_or(0, |event| event.position);
        let rate = events
            .iter()
            .find_map(|event| match event.kind {
                Kind::Tempo(rate) => Some(rate),
                _ => None,
            })
            .unwrap_or_else(|| Rate::of_bpm(120.0));
        let now = Moment::of_flicks(0);
        // A beat ahead of all events, so that none of them takes the place of
        // the piece that reaches back for ever.
        let before = Piece {
            start: now.after(-NANOS_A_BEAT, rate)?,
            position: position - NANOS_A_BEAT,
            rate,
            held: false,
        };
        Ok(Walk {
            pieces: vec![before],
            skipped: Vec::new(),
            now,
            position,
            rate,
            landing: i64::MIN,
            held: i64::MIN,
            zero: now,
        })
    }

    /// Goes on to a position, by the warp and the tempo in force.
    fn advance(&mut self, position: i64) -> Result<(), TempoError> {
        let landing = self.landing.min(position);
        if landing > self.position {
            self.skip(landing);
            self.position = landing;
            self.begin(landing, false);
        }
        if position > self.position {
            let then = self.now.after(position - self.position, self.rate)?;
            self.now = then.or_later(self.now);
            self.position = position;
        }
        Ok(())
    }

    fn skip(&mut self, landing: i64) {
        let from = self.position + i64::from(self.held == self.position);
        match self.skipped.last_mut() {
            Some(last) if last.1 == from => last.1 = landing,
            _ => self.skipped.push((from, landing)),
        }
    }

    fn take(&mut self, kind: Kind) -> Result<(), TempoError> {
        match kind {
            Kind::Zero => self.zero = self.now,
            Kind::Tempo(rate) => {
                self.rate = rate;
                self.begin(self.position, false);
            }
            Kind::Delay(flicks) => {
                self.begin(self.position - 1, true);
                self.hold(flicks)?;
            }
            Kind::Stop(flicks) => {
                self.begin(self.position, true);
                self.hold(flicks)?;
            }
            Kind::Warp(nanos) => self.landing = self.landing.max(self.position + nanos),
        }
        Ok(())
    }

    fn hold(&mut self, flicks: i64) -> Result<(), TempoError> {
        if flicks > 0 {
            self.now = self.now.plus(Moment::of_flicks(flicks))?;
            self.held = self.position;
        }
        self.begin(self.position, false);
        Ok(())
    }

    /// Starts a piece here, in place of one that would have no length.
    fn begin(&mut self, position: i64, held: bool) {
        let piece = Piece {
            start: self.now,
            position,
            rate: self.rate,
            held,
        };
        match self.pieces.last_mut() {
            Some(last) if last.start == self.now => *last = piece,
            _ => self.pieces.push(piece),
        }
    }

    /// The curve with beat 0 at the offset, and what warps skip.
    fn finish(mut self, offset: SongTime) -> Result<(Curve, Vec<(i64, i64)>), TempoError> {
        self.advance(self.landing.max(self.position))?;
        let shift = self.zero.negated().plus(Moment::of_flicks(offset.0))?;
        let mut latest: Option<Moment> = None;
        for piece in &mut self.pieces {
            let start = piece.start.plus(shift)?;
            piece.start = latest.map_or(start, |latest| start.or_later(latest));
            latest = Some(piece.start);
        }
        Ok((
            Curve {
                pieces: self.pieces,
            },
            self.skipped,
        ))
    }
}
