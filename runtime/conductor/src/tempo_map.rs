//! The function between a song's time and its beats, in integers throughout.
//!
//! Positions are rounded down and moments up, so asking for the position at the
//! moment of a beat always gives that beat. A loop is laid over the curve: time
//! and beats go on for as long as the song plays, and each pass through the
//! loop is a whole number of beats, so that nothing is lost or doubled there.

mod bars;
mod builder;
mod curve;
mod error;
mod moment;
mod rate;
mod sections;
#[cfg(test)]
mod tests;

use crate::time::{BeatPosition, NANOS_A_BEAT, SongTime};
pub use bars::Bar;
use bars::Bars;
pub use builder::TempoMapBuilder;
use builder::{check_count, check_loop, check_signatures};
use curve::{Curve, Piece, saturated};
pub use error::TempoError;
use moment::Moment;
use rate::Rate;
pub use sections::Section;

/// Which beat a moment of a song is, and when a beat is. Exact within three
/// years of the song's start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TempoMap {
    curve: Curve,
    /// Positions that warps jump over: from, and up to but without.
    skipped: Vec<(i64, i64)>,
    signatures: Vec<(i64, i64)>,
    bars: Bars,
    repeat: Option<Repeat>,
}

/// A loop, as it is laid over the curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Repeat {
    /// First flick of the loop.
    from: i64,
    /// First flick after it.
    to: i64,
    /// Position at its first flick.
    position: i64,
    /// What each pass adds to the position: whole beats, at least one.
    nanos: i64,
}

impl TempoMap {
    /// A map from tempi, stops, delays, warps and signatures in beats.
    pub fn builder() -> TempoMapBuilder {
        TempoMapBuilder::default()
    }

    /// A map from the moment of each beat, beat 0 first. Between them the
    /// position grows evenly; the first and the last interval go on outside.
    ///
    /// # Errors
    ///
    /// Fewer than two moments, more than 100,000, one further than 1,000,000 s
    /// from 0, or one that does not come after the one before.
    pub fn from_beats(beats: &[SongTime]) -> Result<TempoMap, TempoError> {
        check_count("beat", beats.len())?;
        let mut pieces: Vec<Piece> = Vec::with_capacity(beats.len());
        for (index, pair) in beats.windows(2).enumerate() {
            if pair[0] >= pair[1] {
                return Err(TempoError::BeatOrder {
                    entry: index + 2,
                    seconds: pair[1].seconds(),
                });
            }
            pieces.push(Piece {
                start: Moment::of_flicks(pair[0].0),
                position: BeatPosition::of_beat(index as i64).0,
                rate: Rate::of_beat_length(pair[1].0.saturating_sub(pair[0].0)),
                held: false,
            });
        }
        let (Some(&first), Some(&last), false) = (beats.first(), beats.last(), pieces.is_empty())
        else {
            return Err(TempoError::TooFewBeats { count: beats.len() });
        };
        check_loop(first, last).map_err(|_| TempoError::TooLong)?;
        Ok(TempoMap::of_curve(Curve { pieces }, Vec::new()))
    }

    /// A map from sections, each of which starts with a beat and a bar at its
    /// moment; in any order. Beat 0 starts the first.
    ///
    /// # Errors
    ///
    /// None at all, more than 100,000, or one with a figure out of range.
    pub fn from_sections(sections: &[Section]) -> Result<TempoMap, TempoError> {
        sections::map_of(sections)
    }

    fn of_curve(curve: Curve, skipped: Vec<(i64, i64)>) -> TempoMap {
        TempoMap {
            curve,
            skipped,
            signatures: Vec::new(),
            bars: Bars::new(&[], None),
            repeat: None,
        }
    }

    /// The same map with these signatures (beat, beats per bar) in place of its
    /// own.
    ///
    /// # Errors
    ///
    /// Beats per bar outside 1 to 100, or a beat further than 1,000,000.
    pub fn with_signatures(mut self, signatures: &[(i64, i64)]) -> Result<TempoMap, TempoError> {
        check_signatures(signatures)?;
        self.signatures = signatures.to_vec();
        self.lay_bars();
        Ok(self)
    }

    /// The same map with a loop in place of its own: when the song comes to
    /// `to` it goes on at `from`, while song time and beats count on. A pass
    /// adds the loop's beats, rounded to whole ones, at least one. Where it has
    /// a fraction of a beat too few the position jumps at the seam; where it
    /// has too many it is held just below the whole beat until then.
    ///
    /// # Errors
    ///
    /// A loop that does not go forward, or reaches further than 1,000,000 s.
    pub fn with_loop(mut self, from: SongTime, to: SongTime) -> Result<TempoMap, TempoError> {
        check_loop(from, to)?;
        let position = self.curve.position(from.0);
        let played = self.curve.position_before(to.0).saturating_sub(position);
        let beats = (played.saturating_add(NANOS_A_BEAT / 2) / NANOS_A_BEAT).max(1);
        self.repeat = Some(Repeat {
            from: from.0,
            to: to.0,
            position,
            nanos: beats * NANOS_A_BEAT,
        });
        self.lay_bars();
        Ok(self)
    }

    /// The same map without a loop.
    #[must_use]
    pub fn without_loop(mut self) -> TempoMap {
        self.repeat = None;
        self.lay_bars();
        self
    }

    /// The loop: its first moment, and the first one after it.
    pub fn looped(&self) -> Option<(SongTime, SongTime)> {
        self.repeat
            .map(|repeat| (SongTime(repeat.from), SongTime(repeat.to)))
    }

    /// The position at a moment, rounded down. Never falls as time goes on.
    pub fn position(&self, time: SongTime) -> BeatPosition {
        let Some(repeat) = self.repeat else {
            return BeatPosition(self.curve.position(time.0));
        };
        let (pass, flicks) = repeat.fold(time.0);
        let last = repeat.position.saturating_add(repeat.nanos - 1);
        let position = self.curve.position(flicks).min(last);
        BeatPosition(saturated(
            i128::from(position) + i128::from(pass) * i128::from(repeat.nanos),
        ))
    }

    /// The first moment with at least this position. For positions that are
    /// jumped over, the moment of the jump.
    pub fn time_of(&self, position: BeatPosition) -> SongTime {
        let Some(repeat) = self.repeat else {
            return SongTime(self.curve.time_of(position.0));
        };
        let (pass, position) = repeat.unwind(position.0);
        let length = i128::from(repeat.to) - i128::from(repeat.from);
        let flicks = if pass > 0 && position == repeat.position {
            repeat.from
        } else {
            self.curve.time_of(position).min(repeat.to)
        };
        SongTime(saturated(i128::from(flicks) + i128::from(pass) * length))
    }

    /// The tempo in force at a moment, in beats per minute; in a stop, the one
    /// it goes on with.
    pub fn bpm_at(&self, time: SongTime) -> f64 {
        self.rate_at(time).bpm()
    }

    /// Length of a beat at the tempo in force at a moment, to the nearest
    /// flick.
    pub fn beat_length_at(&self, time: SongTime) -> SongTime {
        self.rate_at(time).beat_length()
    }

    /// The bar of a beat.
    pub fn bar_of(&self, beat: i64) -> Bar {
        self.bars.bar_of(beat)
    }

    /// Whether a warp jumps over this beat, so that it never hits.
    pub fn is_skipped(&self, beat: i64) -> bool {
        self.is_position_skipped(BeatPosition::of_beat(beat))
    }

    /// Whether a warp jumps over this position: a half or a close-out.
    pub fn is_position_skipped(&self, position: BeatPosition) -> bool {
        let position = self.written(position).0;
        let begun = self.skipped.partition_point(|&(from, _)| from <= position);
        begun > 0 && position < self.skipped[begun - 1].1
    }

    /// The position as the chart counts it, without passes through the loop:
    /// where to look for notes. Beats that a seam jumps over count on past the
    /// loop's end.
    pub fn written(&self, position: BeatPosition) -> BeatPosition {
        match self.repeat {
            Some(repeat) => BeatPosition(repeat.unwind(position.0).1),
            None => position,
        }
    }

    fn rate_at(&self, time: SongTime) -> Rate {
        let flicks = self.repeat.map_or(time.0, |repeat| repeat.fold(time.0).1);
        self.curve.piece_at(flicks).rate
    }

    fn lay_bars(&mut self) {
        let repeat = self.repeat.map(|repeat| {
            let first = -(-repeat.position).div_euclid(NANOS_A_BEAT);
            (first, repeat.nanos / NANOS_A_BEAT)
        });
        self.bars = Bars::new(&self.signatures, repeat);
    }
}

impl Repeat {
    /// How many times the seam has passed, and the moment on the curve.
    fn fold(&self, flicks: i64) -> (i64, i64) {
        if flicks < self.to {
            return (0, flicks);
        }
        let length = i128::from(self.to) - i128::from(self.from);
        let since = i128::from(flicks) - i128::from(self.from);
        let rest = since.rem_euclid(length) as i64;
        (saturated(since.div_euclid(length)), self.from + rest)
    }

    /// In which pass a position comes, and the position on the curve.
    fn unwind(&self, position: i64) -> (i64, i64) {
        let since = i128::from(position) - i128::from(self.position);
        if since < i128::from(self.nanos) {
            return (0, position);
        }
        let rest = since.rem_euclid(i128::from(self.nanos)) as i64;
        let pass = since.div_euclid(i128::from(self.nanos));
        (saturated(pass), self.position + rest)
    }
}
