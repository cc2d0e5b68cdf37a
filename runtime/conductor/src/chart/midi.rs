//! The tempo map of a MIDI file: its tempo and time signature events.
//!
//! A beat is a quarter note, as MIDI counts it. Tracks are read as a stream of
//! events and nothing of them is kept, whatever the file claims about its size.

use midly::{Format, MetaMessage, Timing, TrackEventKind};

use super::{Chart, ChartError, name_of};
use crate::tempo_map::TempoMap;
use crate::time::SongTime;

/// Most tempo changes and time signatures: as many as a tempo map takes.
const MOST_CHANGES: usize = 100_000;

/// Where the header has its unit of time.
const TIMING: usize = 12;

/// Reads the tempo map of a MIDI file.
pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Chart, ChartError> {
    let damaged = |reason: String| ChartError::Damaged {
        file: name.to_owned(),
        reason,
        remedy: "export it again as a standard MIDI file with ticks per beat",
    };
    let timed_in_seconds = || damaged("timed in seconds, without beats".to_owned());
    // Frames a second are negative there, and midly negates them without a
    // look, which has no result for the lowest byte.
    if !bytes.starts_with(b"MThd") {
        return Err(damaged("not a MIDI file".to_owned()));
    } else if bytes.get(TIMING).is_some_and(|&byte| byte >= 0x80) {
        return Err(timed_in_seconds());
    }
    let (header, tracks) = midly::parse(bytes).map_err(|error| damaged(error.to_string()))?;
    let ticks = match header.timing {
        Timing::Metrical(ticks) if ticks.as_int() > 0 => i64::from(ticks.as_int()),
        Timing::Metrical(_) => return Err(damaged("0 ticks per beat".to_owned())),
        Timing::Timecode(..) => return Err(timed_in_seconds()),
    };
    let mut song = Song {
        ticks,
        title: None,
        tempi: Vec::new(),
        signatures: Vec::new(),
    };
    for track in tracks {
        let track = track.map_err(|error| damaged(error.to_string()))?;
        let mut now = 0_i64;
        for event in track {
            let event = event.map_err(|error| damaged(error.to_string()))?;
            now += i64::from(event.delta.as_int());
            if let TrackEventKind::Meta(message) = event.kind {
                song.take(now, message);
            }
            if song.tempi.len().max(song.signatures.len()) > MOST_CHANGES {
                return Err(ChartError::Damaged {
                    file: name.to_owned(),
                    reason: "more than 100000 tempo changes".to_owned(),
                    remedy: "remove some",
                });
            }
        }
        // The tracks of this format are songs one after the other.
        if header.format == Format::Sequential {
            break;
        }
    }
    song.finish(name)
}

/// What the events have said so far.
struct Song<'a> {
    ticks: i64,
    title: Option<&'a [u8]>,
    tempi: Vec<(f64, f64)>,
    signatures: Vec<(i64, i64)>,
}

impl<'a> Song<'a> {
    fn take(&mut self, now: i64, message: MetaMessage<'a>) {
        match message {
            MetaMessage::TrackName(title) if self.title.is_none() => self.title = Some(title),
            MetaMessage::Tempo(micros) => {
                let beat = now as f64 / self.ticks as f64;
                self.tempi.push((beat, 60.0e6 / f64::from(micros.as_int())));
            }
            MetaMessage::TimeSignature(numerator, denominator, ..) => {
                let wholes = i64::from(numerator) * 4;
                let parts = 1_i64 << denominator.min(32);
                // Bars that are no whole number of quarters (7/8) cannot be
                // counted in beats; the signature before them goes on.
                if wholes > 0 && wholes % parts == 0 {
                    let beat = -(-now).div_euclid(self.ticks);
                    self.signatures.push((beat, wholes / parts));
                }
            }
            _ => {}
        }
    }

    fn finish(mut self, name: &str) -> Result<Chart, ChartError> {
        let by_beat = |a: &(f64, f64), b: &(f64, f64)| a.0.total_cmp(&b.0);
        self.tempi.sort_by(by_beat);
        // A MIDI file starts at 120 bpm, even where it first says so later.
        if self.tempi.first().is_none_or(|&(beat, _)| beat > 0.0) {
            self.tempi.insert(0, (0.0, 120.0));
        }
        let mut builder = TempoMap::builder();
        for (beat, bpm) in self.tempi {
            builder = builder.tempo(beat, bpm);
        }
        for (beat, beats) in self.signatures {
            builder = builder.signature(beat, beats);
        }
        let map = builder.build().map_err(|error| ChartError::Tempo {
            file: name.to_owned(),
            error,
        })?;
        Ok(Chart {
            title: name_of(&String::from_utf8_lossy(self.title.unwrap_or_default())),
            artist: String::new(),
            audio: None,
            offset: SongTime::ZERO,
            map,
            levels: Vec::new(),
        })
    }
}
