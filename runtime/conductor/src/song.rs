//! What is conducted: a tempo map, windows and the number of players.

use crate::game::{MOST_PLAYERS, Moment};
use crate::tempo_map::TempoMap;
use crate::time::{BeatPosition, SongTime};
use crate::verdict::{Offset, Verdict, Windows};

/// The musical side of a song, or of a metronome.
#[derive(Debug, Clone, PartialEq)]
pub struct Song {
    /// Where the beats are.
    pub map: TempoMap,
    /// How near is near.
    pub windows: Windows,
    /// Players who are judged, 1 to 4.
    pub players: usize,
    /// Song time to begin at: 0, or before it for a count-in.
    pub start: SongTime,
}

impl Song {
    /// What carts are told at a time of the song, verdicts aside.
    pub fn moment(&self, time: SongTime) -> Moment {
        let position = self.map.position(time);
        let bar = self.map.bar_of(position.index());
        Moment {
            runs: true,
            paused: false,
            time,
            position,
            bar: bar.index,
            beat_in_bar: bar.beat_in_bar,
            beats_per_bar: bar.beats,
            bpm: self.map.bpm_at(time),
            verdicts: [Verdict::None; MOST_PLAYERS],
            offsets: [None; MOST_PLAYERS],
        }
    }

    /// When a beat is closed out.
    pub fn close_time(&self, beat: i64) -> SongTime {
        self.map
            .time_of(BeatPosition::of_beat(beat) + BeatPosition(self.windows.close()))
    }

    /// Which beat an input at a time is for, how good it is, and how far off.
    pub fn judge(&self, time: SongTime) -> (i64, Verdict, Offset) {
        let position = self.map.position(time);
        let (mut beat, mut verdict) = self.windows.grade(position);
        if self.map.is_skipped(beat) {
            // A beat that is jumped over cannot be hit; the next one can.
            while self.map.is_skipped(beat) {
                beat += 1;
            }
            verdict = Verdict::Early;
        }
        let on = BeatPosition::of_beat(beat);
        let offset = Offset {
            beats: position - on,
            time: time - self.map.time_of(on),
        };
        (beat, verdict, offset)
    }
}
