//! Tracks of the cart under the beat: begun on time, held, and gone on with at
//! the next row, since the sequencer knows no pauses and no jumps.

use machine::MusicCall;
use script::conductor::{Song, SongTime};
use script::{Sounding, World};

use super::Stage;

impl Stage {
    /// Ends the track that the beat began.
    pub(super) fn end_track(&mut self, world: &mut World) {
        let program = self.program.as_ref();
        let waits = self.track.take().is_some();
        if !waits && program.is_some_and(|it| matches!(it.sounding, Sounding::Track { .. })) {
            let silence = MusicCall {
                track: -1,
                frame: -1,
                row: -1,
                looped: false,
                sustain: false,
                tempo: -1,
                speed: -1,
            };
            // Silence exists.
            let _ = world.machine.music(&silence);
        }
    }

    /// Begins a track after a while, at once if that is none.
    pub(super) fn play_track(
        &mut self,
        call: MusicCall,
        after: SongTime,
        world: &mut World,
        frame: u64,
    ) {
        let ticks = after
            .0
            .max(0)
            .unsigned_abs()
            .div_ceil(SongTime::of_tick(1).0 as u64);
        if ticks == 0 {
            // The track exists: it has a grid.
            let _ = world.machine.music(&call);
        } else {
            self.track = Some((frame + ticks, call));
        }
    }

    /// Begins the track with the first row that is not past.
    pub(super) fn go_on_with_track(&mut self, world: &mut World, frame: u64) {
        let Some(program) = self.program.clone() else {
            return;
        };
        let Sounding::Track { call, rows } = &program.sounding else {
            return;
        };
        // Rows are heard one tick after the call.
        let heard = SongTime::of_tick(frame as i64 + 1);
        let now = self.conductor.moment(heard).time;
        let (passed, within) = fold(&program.song, now);
        let place = rows.partition_point(|row| row.time < within);
        let (row, at) = match (rows.get(place), program.song.map.looped()) {
            (Some(row), _) => (row, row.time),
            (None, Some((from, to))) => {
                let first = rows.partition_point(|row| row.time < from);
                match rows.get(first) {
                    Some(row) => (row, row.time + (to - from)),
                    None => return,
                }
            }
            (None, None) => return,
        };
        let call = MusicCall {
            frame: i32::from(row.frame),
            row: i32::from(row.row),
            ..*call
        };
        self.play_track(call, at + passed - now, world, frame);
    }
}

/// A time without the passes through the loop, and how long these were.
fn fold(song: &Song, time: SongTime) -> (SongTime, SongTime) {
    match song.map.looped() {
        Some((from, to)) if time >= to => {
            let within = from + SongTime((time - from).0 % (to - from).0);
            (time - within, within)
        }
        _ => (SongTime::ZERO, time),
    }
}
