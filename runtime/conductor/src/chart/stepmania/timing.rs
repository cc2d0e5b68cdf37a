//! `StepMania`'s timing tags, and the tempo map that they mean.
//!
//! Old charts warp by going back in time: a negative tempo or stop runs up a
//! debt of seconds, and all beats until the song has caught up are skipped.
//! Others warp by a tempo so high that the beats take no time.

use super::tags::Tag;
use crate::chart::ChartError;
use crate::tempo_map::{TempoMap, TempoMapBuilder};
use crate::time::SongTime;

/// Most entries in all tags of one timing.
const MOST_ENTRIES: usize = 100_000;

/// Fastest tempo that is played as one; what is faster is a stop and a warp.
const FASTEST: f64 = 10_000.0;

/// The timing tags of a song or a level, beats first.
#[derive(Debug, Default, Clone)]
pub(super) struct Timing {
    offset: Option<f64>,
    tempi: Vec<(f64, f64)>,
    stops: Vec<(f64, f64)>,
    delays: Vec<(f64, f64)>,
    warps: Vec<(f64, f64)>,
    signatures: Vec<(i64, i64)>,
}

impl Timing {
    /// Takes a tag that is about timing, and passes over all others.
    pub(super) fn take(
        &mut self,
        file: &str,
        tag: &Tag,
        version: Option<f64>,
    ) -> Result<(), ChartError> {
        match tag.name.as_str() {
            "OFFSET" => {
                let text = tag.text.trim();
                if !text.is_empty() {
                    let remedy = "a number of seconds, like -0.25";
                    self.offset = Some(number(text).ok_or_else(|| wrong(file, tag, text, remedy))?);
                }
            }
            "BPMS" => self.tempi = pairs(file, tag, "beat=bpm pairs, like 0=120,16=140")?,
            "STOPS" | "FREEZES" => self.stops = pairs(file, tag, "beat=seconds pairs, like 4=0.5")?,
            "DELAYS" => self.delays = pairs(file, tag, "beat=seconds pairs, like 4=0.5")?,
            "WARPS" => {
                self.warps = pairs(file, tag, "beat=beats pairs, like 8=2")?;
                // Before version 0.7 a warp named the beat where it lands.
                for (beat, beats) in &mut self.warps {
                    if version.is_some_and(|version| version < 0.7) && *beats > *beat {
                        *beats -= *beat;
                    }
                }
                self.warps.retain(|&(_, beats)| beats > 0.0);
            }
            "TIMESIGNATURES" => self.take_signatures(file, tag)?,
            _ => {}
        }
        Ok(())
    }

    fn take_signatures(&mut self, file: &str, tag: &Tag) -> Result<(), ChartError> {
        const REMEDY: &str = "beat=beats=unit triples, like 0=3=4";
        self.signatures.clear();
        for entry in entries(&tag.text) {
            let parts: Option<Vec<f64>> = entry.split('=').map(number).collect();
            let Some([beat, beats, unit]) = parts.as_deref() else {
                return Err(wrong(file, tag, entry, REMEDY));
            };
            // A beat of the map is a quarter note.
            let quarters = beats * 4.0 / unit;
            if (1.0..=100.0).contains(&quarters) && quarters.fract() == 0.0 {
                self.signatures.push((beat.ceil() as i64, quarters as i64));
            }
            too_many(file, tag, self.signatures.len())?;
        }
        Ok(())
    }

    /// Whether there is a tempo, so that a level has a timing of its own.
    pub(super) fn has_tempo(&self) -> bool {
        !self.tempi.is_empty()
    }

    /// This timing, with the other one's offset where it has none.
    pub(super) fn or_offset_of(mut self, other: &Timing) -> Timing {
        self.offset = self.offset.or(other.offset);
        self
    }

    /// The tempo map. Beat 0 is at minus the offset: an offset says how far the
    /// music is moved against the notes.
    pub(super) fn map(&self, file: &str) -> Result<TempoMap, ChartError> {
        let offset = SongTime::of_seconds(-self.offset.unwrap_or(0.0));
        let mut builder = TempoMap::builder().offset(offset);
        for &(beat, beats) in &self.signatures {
            builder = builder.signature(beat, beats);
        }
        for &(beat, beats) in &self.warps {
            builder = builder.warp(beat, beats);
        }
        let mut walk = Walk {
            builder,
            bpm: 0.0,
            debt: 0.0,
            warp: 0.0,
        };
        let events = self.events();
        if !self.has_tempo() {
            return Err(ChartError::NoTempo {
                file: file.to_owned(),
                remedy: "a tag like #BPMS:0=120;",
            });
        }
        for (index, event) in events.iter().enumerate() {
            walk.take(event);
            let end = events
                .get(index + 1)
                .map_or(f64::INFINITY, |next| next.beat);
            walk.advance(event.beat, end);
        }
        if walk.debt < 0.0 {
            return Err(ChartError::Backwards {
                file: file.to_owned(),
            });
        }
        walk.builder.build().map_err(|error| ChartError::Tempo {
            file: file.to_owned(),
            error,
        })
    }

    fn events(&self) -> Vec<Event> {
        let list = |list: &[(f64, f64)], kind: Kind| -> Vec<Event> {
            let event = |&(beat, value)| Event { beat, kind, value };
            list.iter().map(event).collect()
        };
        let mut events = list(&self.tempi, Kind::Tempo);
        events.retain(|event| event.value != 0.0);
        events.extend(list(&self.delays, Kind::Delay));
        events.extend(list(&self.stops, Kind::Stop));
        events.sort_by(|a, b| a.beat.total_cmp(&b.beat).then(a.kind.cmp(&b.kind)));
        events
    }
}

/// In the order in which they count at one beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Tempo,
    Delay,
    Stop,
}

#[derive(Debug, Clone, Copy)]
struct Event {
    beat: f64,
    kind: Kind,
    value: f64,
}

/// The walk along the events that turns debts into warps.
struct Walk {
    builder: TempoMapBuilder,
    /// 0 before the first tempo.
    bpm: f64,
    /// Seconds by which the song is behind its furthest moment; 0 or less.
    debt: f64,
    /// Where the warp began, while there is a debt.
    warp: f64,
}

impl Walk {
    fn with(&mut self, add: impl FnOnce(TempoMapBuilder) -> TempoMapBuilder) {
        self.builder = add(std::mem::take(&mut self.builder));
    }

    fn take(&mut self, event: &Event) {
        let Event { beat, kind, value } = *event;
        if kind == Kind::Tempo {
            self.bpm = value;
            if (0.0..=FASTEST).contains(&value) {
                self.with(|builder| builder.tempo(beat, value));
            }
            return;
        }
        let rest = self.owe(beat, value);
        if rest > 0.0 {
            self.with(|builder| match kind {
                Kind::Delay => builder.delay(beat, rest),
                _ => builder.stop(beat, rest),
            });
        }
    }

    /// Adds seconds at a beat, and gives back what is left of them when the
    /// debt is paid.
    fn owe(&mut self, beat: f64, seconds: f64) -> f64 {
        if seconds < 0.0 && self.debt >= 0.0 {
            self.warp = beat;
        }
        let paid = self.debt < 0.0;
        self.debt += seconds;
        if self.debt < 0.0 {
            return 0.0;
        }
        if paid {
            self.warp_to(beat);
        }
        std::mem::take(&mut self.debt)
    }

    fn warp_to(&mut self, beat: f64) {
        let from = self.warp;
        self.with(|builder| builder.warp(from, beat - from));
    }

    /// From one event to the next.
    fn advance(&mut self, from: f64, to: f64) {
        let mut from = from;
        if self.bpm == 0.0 || from >= to {
            return;
        }
        if self.debt < 0.0 && self.bpm > 0.0 {
            let caught_up = from - self.debt * self.bpm / 60.0;
            if caught_up > to {
                self.debt += (to - from) * 60.0 / self.bpm;
                return;
            }
            self.debt = 0.0;
            self.warp_to(caught_up);
            from = caught_up;
        }
        if self.bpm < 0.0 && to.is_finite() {
            self.owe(from, (to - from) * 60.0 / self.bpm);
        } else if self.bpm < 0.0 {
            self.debt = f64::NEG_INFINITY;
        } else if self.bpm > FASTEST && to.is_finite() {
            let seconds = (to - from) * 60.0 / self.bpm;
            self.with(|builder| builder.stop(from, seconds).warp(from, to - from));
        } else if self.bpm > FASTEST {
            // Nothing ends it, so the map has to say that it is too fast.
            let bpm = self.bpm;
            self.with(|builder| builder.tempo(from, bpm));
        }
    }
}

/// The `beat=number` pairs of a tag.
fn pairs(file: &str, tag: &Tag, remedy: &'static str) -> Result<Vec<(f64, f64)>, ChartError> {
    let mut pairs = Vec::new();
    for entry in entries(&tag.text) {
        let pair = entry.split_once('=');
        let pair = pair.and_then(|(beat, value)| number(beat).zip(number(value)));
        pairs.push(pair.ok_or_else(|| wrong(file, tag, entry, remedy))?);
        too_many(file, tag, pairs.len())?;
    }
    Ok(pairs)
}

fn entries(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
}

fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

fn too_many(file: &str, tag: &Tag, count: usize) -> Result<(), ChartError> {
    if count > MOST_ENTRIES {
        return Err(wrong(file, tag, "more entries", "at most 100000"));
    }
    Ok(())
}

fn wrong(file: &str, tag: &Tag, text: &str, remedy: &'static str) -> ChartError {
    ChartError::Entry {
        file: file.to_owned(),
        line: tag.line,
        tag: tag.name.clone(),
        text: text.chars().take(40).collect(),
        remedy,
    }
}
