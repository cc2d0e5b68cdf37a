//! The conductor: takes the time and the inputs of a tick, and leads a game
//! through everything that has happened in the music since the last one, in
//! the order of song time, however much that is.
//!
//! It is driven step by step, so that a cart's wish to stop or to jump is
//! heard before the next event.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::game::{Action, Game, Moment};
use crate::song::Song;
use crate::time::{BeatPosition, FLICKS_A_SECOND, NANOS_A_BEAT, SongTime};
use crate::time_travel::{Press, TimeTravel};
use crate::verdict::{Offset, Verdict};

#[cfg(test)]
mod tests;

/// How long after its close-out an input still counts whose time lies within
/// a beat's windows, when it arrives late: 100 ms.
pub const FINAL_AFTER: SongTime = SongTime(FLICKS_A_SECOND / 10);

/// Beats that are led through in one tick at most; beyond that the cart could
/// as well hang. At 300 bpm it is more than ten minutes.
const MOST_BEATS: usize = 4_000;

/// Where a tick ends as long as the music has not come to where it begins:
/// a device may be heard later.
const NOT_YET: SongTime = SongTime(i64::MIN);

/// An input as a host stamps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Input {
    /// When, on the console's clock (not the song's).
    pub at: SongTime,
    /// Who, counted from 0.
    pub player: usize,
    /// What.
    pub action: Action,
}

/// How judging went, for showing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Inputs that were judged.
    pub judged: u64,
    /// Inputs that arrived after their beat's close-out and still counted.
    pub corrected: u64,
    /// Inputs that arrived when their beat was final, and were ignored.
    pub ignored: u64,
}

/// Leads a game through a song.
///
/// All of its state is plain data: a clone taken between ticks is a save
/// point, as long as the game's slots are saved with it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conductor {
    playing: Option<Playing>,
    /// The console's clock, as of the last tick.
    clock: SongTime,
    epoch: u64,
    tally: Tally,
    timers: Vec<Timer>,
    led: usize,
}

/// A song that plays.
#[derive(Debug, Clone, PartialEq)]
struct Playing {
    /// Shared by all save points, as a chart can be long.
    song: Arc<Song>,
    /// The console's clock at song time 0.
    origin: SongTime,
    /// The song time at which it was paused.
    paused_at: Option<SongTime>,
    /// Inputs before this belong to what was before a jump or a pause.
    since: SongTime,
    /// Everything up to here has been led through.
    done: SongTime,
    /// Where this tick ends.
    until: SongTime,
    next_beat: i64,
    next_half: i64,
    next_close: i64,
    /// Whether the bar of the next beat has been announced.
    bar_told: bool,
    /// Inputs to come, in order, at song times.
    inputs: VecDeque<Input>,
    travel: TimeTravel,
}

/// Something at a moment of its own: `beat.at` and `beat.every`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Timer {
    id: u32,
    next: BeatPosition,
    /// None is once.
    every: Option<BeatPosition>,
    count: i64,
    /// When that is, in the song that plays.
    due: SongTime,
}

/// What is next, in the order in which it comes at the same moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Bar,
    Beat,
    Half,
    Close,
    Timer(usize),
    Final,
    Input,
}

impl Conductor {
    /// A conductor without music.
    pub fn new() -> Conductor {
        Conductor::default()
    }

    /// Bytes of memory that a clone takes, more or less.
    pub fn size(&self) -> usize {
        let playing = self.playing.as_ref().map_or(0, |playing| {
            playing.inputs.len() * size_of::<Input>() + playing.travel.size()
        });
        size_of::<Conductor>() + size_of_val(&*self.timers) + playing
    }

    /// Begins a song: its start is at `clock` on the console's clock, and
    /// nothing of it is due before that. What played before ends as with
    /// [`Conductor::stop`].
    pub fn start<G: Game>(&mut self, song: Song, clock: SongTime, game: &mut G) {
        self.stop(game);
        self.epoch += 1;
        self.clock = self.clock.min(clock);
        self.tally = Tally::default();
        let start = song.map.position(song.start);
        let first = first_beat_from(start).min(0);
        let mut playing = Playing {
            origin: clock - song.start,
            paused_at: None,
            since: song.start,
            done: song.start,
            until: NOT_YET,
            next_beat: 0,
            next_half: 0,
            next_close: 0,
            bar_told: false,
            inputs: VecDeque::new(),
            travel: TimeTravel::default(),
            song: Arc::new(song),
        };
        playing.begin_at(first);
        for timer in &mut self.timers {
            timer.wait_in(&playing.song, start);
        }
        self.playing = Some(playing);
    }

    /// Ends the song without further calls of the game's functions. A beat
    /// that has hit is neither closed out nor missed: nobody could know yet,
    /// and the game may already be another one.
    pub fn stop<G: Game>(&mut self, game: &mut G) {
        if let Some(mut playing) = self.playing.take() {
            self.epoch += 1;
            playing.travel.drop_all(game);
        }
    }

    /// Holds the song where it has been led to.
    pub fn pause(&mut self) {
        if let Some(playing) = &mut self.playing
            && playing.paused_at.is_none()
        {
            self.epoch += 1;
            playing.paused_at = Some(playing.done);
            playing.until = playing.done;
            playing.inputs.clear();
        }
    }

    /// Goes on with a paused song at `clock` on the console's clock.
    pub fn resume(&mut self, clock: SongTime) {
        if let Some(playing) = &mut self.playing
            && let Some(paused_at) = playing.paused_at.take()
        {
            self.epoch += 1;
            playing.since = paused_at;
            playing.origin = clock - paused_at;
        }
    }

    /// Jumps to a place; a beat that has hit is closed out first. The beat at
    /// that very place hits again, those before it do not. Returns the song
    /// time jumped to.
    ///
    /// # Errors
    /// The game's own.
    pub fn seek<G: Game>(
        &mut self,
        position: BeatPosition,
        clock: SongTime,
        game: &mut G,
    ) -> Result<SongTime, G::Error> {
        let Some(playing) = &mut self.playing else {
            return Ok(SongTime::ZERO);
        };
        self.epoch += 1;
        playing.travel.finish_all(&playing.song, game)?;
        let time = playing.song.map.time_of(position);
        playing.inputs.clear();
        playing.since = time;
        playing.done = time;
        playing.until = NOT_YET;
        playing.origin = clock - time;
        if let Some(paused_at) = &mut playing.paused_at {
            *paused_at = time;
        }
        playing.begin_at(first_beat_from(position));
        for timer in &mut self.timers {
            timer.wait_in(&playing.song, position);
        }
        Ok(time)
    }

    /// Calls the game's `timer` at a place of the song, and again each time
    /// `every` has passed; `id` tells it which. At a place that has passed it
    /// is due at once, or, if it repeats, at the next multiple.
    pub fn add_timer(&mut self, id: u32, at: BeatPosition, every: Option<BeatPosition>) {
        let mut timer = Timer {
            id,
            next: at,
            every: every.filter(|every| every.0 > 0),
            count: 0,
            due: SongTime::ZERO,
        };
        if let Some(playing) = &self.playing {
            let position = playing.song.map.position(playing.done);
            timer.wait_in(&playing.song, position);
        }
        self.timers.push(timer);
    }

    /// Forgets a timer.
    pub fn remove_timer(&mut self, id: u32) {
        self.timers.retain(|timer| timer.id != id);
    }

    /// Begins a tick: the console's clock is at `clock`, and these inputs have
    /// arrived. Call [`Conductor::step`] until it is false.
    ///
    /// A clock that goes back is held where it was.
    pub fn begin_tick(&mut self, clock: SongTime, inputs: &[Input]) {
        self.clock = self.clock.max(clock);
        self.led = 0;
        if let Some(playing) = &mut self.playing
            && playing.paused_at.is_none()
        {
            let now = self.clock - playing.origin;
            if now >= playing.since {
                playing.until = playing.until.max(now);
            }
            for input in inputs {
                let input = Input {
                    at: input.at - playing.origin,
                    ..*input
                };
                let place = playing.inputs.partition_point(|other| *other <= input);
                playing.inputs.insert(place, input);
            }
        }
    }

    /// Leads the game through the next event of the tick; false if there is
    /// none left.
    ///
    /// # Errors
    /// The game's own; it is not to be led any further then.
    pub fn step<G: Game>(&mut self, game: &mut G) -> Result<bool, G::Error> {
        let Some(playing) = &mut self.playing else {
            return Ok(false);
        };
        if playing.paused_at.is_some() {
            return Ok(false);
        }
        let next = playing.next_event(&self.timers);
        let Some((time, event)) = next.filter(|&(time, _)| time <= playing.until) else {
            playing.done = playing.done.max(playing.until);
            return Ok(false);
        };
        playing.done = playing.done.max(time);
        let mut moment = playing.moment(time);
        match event {
            Event::Bar => {
                playing.bar_told = true;
                game.moment(&moment);
                game.bar(moment.bar)?;
            }
            Event::Beat => {
                let beat = playing.next_beat;
                playing.next_beat = playing.song.beat_after(beat);
                playing.bar_told = false;
                self.led += 1;
                if self.led > MOST_BEATS {
                    // So long a gap is no stall but a broken clock.
                    playing.until = playing.done;
                }
                playing.travel.hit(beat, &playing.song, game)?;
            }
            Event::Half => {
                let beat = playing.next_half;
                playing.next_half = playing.song.beat_after(beat);
                game.moment(&moment);
                game.half(beat)?;
            }
            Event::Close => {
                let beat = playing.next_close;
                playing.next_close = playing.song.beat_after(beat);
                playing.travel.close(beat, &playing.song, game)?;
            }
            Event::Final => playing.travel.finish_first(game),
            Event::Timer(place) => {
                let timer = self.timers[place];
                match timer.every {
                    Some(every) => {
                        let later = &mut self.timers[place];
                        later.next = timer.next + every;
                        later.count += 1;
                        later.due = playing.song.map.time_of(later.next);
                    }
                    None => {
                        self.timers.remove(place);
                    }
                }
                moment.paused = false;
                game.moment(&moment);
                game.timer(timer.id, timer.count)?;
            }
            Event::Input => {
                if let Some(input) = playing.inputs.pop_front() {
                    playing.take(input, &mut self.tally, game)?;
                }
            }
        }
        Ok(true)
    }

    /// What the music is like at a time of the console's clock: that of the
    /// tick, or of the display.
    pub fn moment(&self, clock: SongTime) -> Moment {
        let Some(playing) = &self.playing else {
            return Moment::default();
        };
        let time = playing.paused_at.unwrap_or(clock - playing.origin);
        // The device may still play what was before a jump.
        let mut moment = playing.moment(time.max(playing.since));
        moment.paused = playing.paused_at.is_some();
        moment
    }

    /// When the music is at a position, on the console's clock; none without
    /// music, or while it is held.
    pub fn clock_of(&self, position: BeatPosition) -> Option<SongTime> {
        let playing = self.playing.as_ref().filter(|it| it.paused_at.is_none())?;
        Some(playing.origin + playing.song.map.time_of(position))
    }

    /// How good an input of an action would be at a time of the console's
    /// clock, and for which beat. `Rejected` if the player has used it up.
    pub fn judge(&self, clock: SongTime, player: usize) -> Option<(i64, Verdict, Offset)> {
        let playing = self.playing.as_ref().filter(|it| it.paused_at.is_none())?;
        let (beat, verdict, offset) = playing.song.judge(clock - playing.origin);
        let used = playing.travel.verdicts(beat).get(player).copied();
        let free = used.is_none_or(|used| used == Verdict::None);
        let verdict = if free { verdict } else { Verdict::Rejected };
        Some((beat, verdict, offset))
    }

    /// The song that is conducted.
    pub fn song(&self) -> Option<&Song> {
        self.playing.as_ref().map(|playing| &*playing.song)
    }

    /// Whether there is a song and it is not paused.
    pub fn is_running(&self) -> bool {
        self.playing
            .as_ref()
            .is_some_and(|it| it.paused_at.is_none())
    }

    /// Raised whenever song time does not simply go on: start, stop, pause,
    /// resume, seek.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// How judging has gone since the song began.
    pub fn tally(&self) -> Tally {
        self.tally
    }
}

impl Playing {
    /// The next beat to hit, and all that belongs to it.
    fn begin_at(&mut self, beat: i64) {
        let first = self.song.beat_after(beat - 1);
        self.next_beat = first;
        self.next_half = first;
        self.next_close = first;
        self.bar_told = false;
    }

    fn moment(&self, time: SongTime) -> Moment {
        self.travel.moment(time, &self.song)
    }

    /// The earliest event, whether it is due or not.
    fn next_event(&self, timers: &[Timer]) -> Option<(SongTime, Event)> {
        let map = &self.song.map;
        let beat = BeatPosition::of_beat;
        let hits = map.time_of(beat(self.next_beat));
        let half = map.time_of(beat(self.next_half) + BeatPosition(NANOS_A_BEAT / 2));
        let begins_bar = !self.bar_told && map.bar_of(self.next_beat).beat_in_bar == 0;
        let closes = self.song.close_time(self.next_close);
        let is_final = (self.travel.first_closed())
            .map(|closed| (self.song.close_time(closed) + FINAL_AFTER, Event::Final));
        let timer = (timers.iter().enumerate())
            .map(|(place, timer)| (timer.due, Event::Timer(place)))
            .min();
        // An input that is late has its turn at once.
        let input = (self.inputs.front()).map(|input| (input.at.max(self.done), Event::Input));
        let music = [
            (hits, if begins_bar { Event::Bar } else { Event::Beat }),
            (half, Event::Half),
            (closes, Event::Close),
        ];
        (music.into_iter())
            .chain([is_final, timer, input].into_iter().flatten())
            .min()
    }

    /// Judges an input by its own time.
    fn take<G: Game>(
        &mut self,
        input: Input,
        tally: &mut Tally,
        game: &mut G,
    ) -> Result<(), G::Error> {
        if input.player >= self.song.players || input.at < self.since {
            return Ok(());
        }
        let (beat, grade, offset) = self.song.judge(input.at);
        let first = self.travel.first_open().unwrap_or(self.next_beat);
        if beat < first.min(self.next_beat) {
            tally.ignored += 1;
            return Ok(());
        }
        tally.judged += 1;
        tally.corrected += u64::from(beat < self.next_close);
        let press = Press {
            at: input.at,
            player: input.player,
            action: input.action,
            grade,
            offset,
        };
        self.travel.press(beat, press, &self.song, game)
    }
}

impl Timer {
    /// Waits for its place in a song, anew: if it repeats, for the first one
    /// from a position on, forward or back.
    fn wait_in(&mut self, song: &Song, position: BeatPosition) {
        if let Some(every) = self.every {
            let behind = position.0.saturating_sub(self.next.0);
            let times = behind.saturating_add(every.0 - 1).div_euclid(every.0);
            self.next = BeatPosition(self.next.0.saturating_add(times * every.0));
            self.count += times;
        }
        self.due = song.map.time_of(self.next);
    }
}

impl Song {
    /// The next beat that hits after this one.
    fn beat_after(&self, beat: i64) -> i64 {
        let mut next = beat + 1;
        while self.map.is_skipped(next) {
            next += 1;
        }
        next
    }
}

/// The first beat that hits at a position or after it.
fn first_beat_from(position: BeatPosition) -> i64 {
    position.index() + i64::from(position.phase() > 0)
}
