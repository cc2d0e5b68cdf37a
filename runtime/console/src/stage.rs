//! Where the cart meets the conductor: the cart's functions as a game on the
//! beat, and the cart's wishes carried out.
//!
//! The clock of the conductor is that of the console's own sound. What is
//! started in tick `f` is first heard at `f / 60 s` of it, however much later
//! that is: a host's clock is behind the tick, or, where nothing is heard and
//! the host has stalled, ahead of it; then things start at once.

mod game;
mod track;

use std::collections::VecDeque;
use std::sync::Arc;

use machine::address::BUTTON_MAPPING;
use machine::{Machine, MusicCall};
use script::conductor::{Conductor, Input, Report, Song, SongTime, Tally};
use script::{BeatRequest, Control, Press, Program, Script, Sounding, Timing, World};

use crate::failure::CartFailure;
use game::CartGame;

/// Units of the tick's budget for each event of the music.
const A_STEP: i64 = 500;

/// Verdicts that are kept for showing.
const MOST_REPORTS: usize = 64;

/// The conductor and what it needs of a cart.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Stage {
    conductor: Conductor,
    program: Option<Arc<Program>>,
    /// Shared by the states of the ticks in which there are no new ones.
    reports: Arc<VecDeque<Judged>>,
    /// How many there have been.
    reported: u64,
    /// How far the sound that was pushed is ahead of the place of a pause.
    lead: SongTime,
    /// The tick that begins a track, and how.
    track: Option<(u64, MusicCall)>,
    was_used: bool,
}

/// A verdict, with the name of its action.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// As the conductor reported it.
    pub report: Report,
    /// The action's name; none for a beat without an input.
    pub action: Option<String>,
}

impl Judged {
    /// How far off the input was, negative for early.
    pub fn milliseconds(&self) -> Option<f64> {
        let offset = self.report.offset?;
        Some(offset.time.milliseconds())
    }
}

/// A cart's musical time, for inspection.
#[derive(Clone, Copy)]
pub struct Music<'a>(pub(crate) &'a Stage);

impl<'a> Music<'a> {
    /// The conductor, as the last tick left it.
    pub fn conductor(self) -> &'a Conductor {
        &self.0.conductor
    }

    /// What is conducted; none without music.
    pub fn song(self) -> Option<&'a Song> {
        self.0.conductor.song()
    }

    /// The last 64 verdicts, the oldest first.
    pub fn reports(self) -> impl DoubleEndedIterator<Item = &'a Judged> + ExactSizeIterator {
        self.0.reports.iter()
    }

    /// How many verdicts there have been since the cart began.
    pub(crate) fn reported(self) -> u64 {
        self.0.reported
    }

    /// How judging has gone since the song began.
    pub fn tally(self) -> Tally {
        self.0.conductor.tally()
    }

    /// The names of the cart's actions.
    pub fn actions(self) -> &'a [String] {
        let program = self.0.program.as_ref();
        program.map_or(&[], |program| &program.actions)
    }

    /// A control that stands for an action of a player, counted from 0.
    pub fn control_of(self, action: &str, player: usize) -> Option<Control> {
        let program = self.0.program.as_ref()?;
        let number = program.actions.iter().position(|name| name == action)?;
        let mut bound = program
            .bindings
            .iter()
            .filter(|it| usize::from(it.action) == number);
        bound.find_map(|binding| match binding.control {
            Control::Button(button) if player < 4 => {
                Some(Control::Button(player as u8 * 8 + button))
            }
            key if binding.player == player => Some(key),
            _ => None,
        })
    }

    /// Whether the cart has ever started the beat.
    pub fn is_beat_cart(self) -> bool {
        self.0.was_used
    }
}

impl Stage {
    /// Back to before the cart began.
    pub(crate) fn reset(&mut self) {
        *self = Stage::default();
    }

    /// Bytes that a clone takes beside an earlier one, more or less.
    pub(crate) fn size_beside(&self, earlier: Option<&Stage>) -> usize {
        let shared = earlier.is_some_and(|other| Arc::ptr_eq(&other.reports, &self.reports));
        let reports = if shared { 0 } else { self.reports.len() };
        size_of::<Stage>() + self.conductor.size() + reports * (size_of::<Judged>() + 32)
    }

    pub(crate) fn music(&self) -> Music<'_> {
        Music(self)
    }

    /// Whether there is nothing to do in this tick.
    #[inline]
    pub(crate) fn is_idle(&self, world: &World) -> bool {
        self.program.is_none() && world.beat.requests.is_empty()
    }

    /// Leads the cart through what has happened in the music by the time of
    /// tick `frame`, before `TIC`.
    ///
    /// # Errors
    /// What stopped the cart.
    pub(crate) fn begin_tick(
        &mut self,
        script: &mut Script,
        world: &mut World,
        frame: u64,
    ) -> Result<(), CartFailure> {
        self.carry_out(script, world, frame)?;
        let timing = std::mem::take(&mut world.timing);
        let inputs = self.inputs(&timing, &world.machine);
        self.conductor.begin_tick(timing.clock, &inputs);
        world.timing = timing;
        if let Some((_, call)) = self.track.take_if(|(tick, _)| *tick <= frame) {
            // The track exists: it has a grid.
            let _ = world.machine.music(&call);
        }
        self.look_around(world, frame);
        self.lead(script, world, frame)?;
        self.look_around(world, frame);
        Ok(())
    }

    /// Carries out what `TIC` asked for.
    ///
    /// # Errors
    /// What stopped the cart.
    pub(crate) fn end_tick(
        &mut self,
        script: &mut Script,
        world: &mut World,
        frame: u64,
    ) -> Result<(), CartFailure> {
        if world.beat.requests.is_empty() {
            return Ok(());
        }
        self.carry_out(script, world, frame)?;
        self.conductor.begin_tick(world.timing.clock, &[]);
        self.lead(script, world, frame)?;
        self.look_around(world, frame);
        Ok(())
    }

    /// Leads through what is due, and carries out the wishes that come up.
    fn lead(
        &mut self,
        script: &mut Script,
        world: &mut World,
        frame: u64,
    ) -> Result<(), CartFailure> {
        loop {
            // Nothing but the budget ends a cart that starts anew on every beat.
            script.charge(A_STEP + world.beat.timers.len() as i64 / 4);
            let mut game = CartGame {
                script,
                world,
                program: self.program.as_deref(),
                reports: &mut self.reports,
                reported: &mut self.reported,
            };
            let more = self.conductor.step(&mut game)?;
            if !world.beat.requests.is_empty() {
                self.carry_out(script, world, frame)?;
                self.conductor.begin_tick(world.timing.clock, &[]);
            } else if !more {
                return Ok(());
            }
        }
    }

    /// What carts read about the music at the time of a tick.
    fn look_around(&self, world: &mut World, frame: u64) {
        let sounds_at = sounds_at(&world.timing, frame);
        let beat = &mut world.beat;
        beat.moment = self.conductor.moment(world.timing.display);
        beat.ahead = self.conductor.moment(sounds_at).time;
        for (player, chance) in beat.chances.iter_mut().enumerate() {
            let judged = self.conductor.judge(world.timing.clock, player);
            *chance = judged.map(|(_, verdict, _)| verdict);
        }
    }

    /// The presses of a tick that stand for actions. What stands for the same
    /// action twice at the same time, such as a key and the button it is, is
    /// one input.
    fn inputs(&self, timing: &Timing, machine: &Machine) -> Vec<Input> {
        let Some(program) = &self.program else {
            return Vec::new();
        };
        let mut inputs = Vec::new();
        for press in timing.presses.iter().filter(|press| press.down) {
            let buttons = buttons_of(press, machine).map(|what| Press { what, ..*press });
            for press in buttons.chain([*press]) {
                let actions = program.actions_of(&press);
                inputs.extend(actions.map(|(player, action)| Input {
                    at: press.at,
                    player,
                    action,
                }));
            }
        }
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// Does what the cart has asked for, in order.
    fn carry_out(
        &mut self,
        script: &mut Script,
        world: &mut World,
        frame: u64,
    ) -> Result<(), CartFailure> {
        // A jump calls the cart, which may ask for more.
        while !world.beat.requests.is_empty() {
            let requests = std::mem::take(&mut world.beat.requests);
            let ends = requests.iter().rposition(BeatRequest::ends_song);
            for (place, request) in requests.into_iter().enumerate() {
                // The file of the song that begins after it plays already.
                let is_void = ends.is_some_and(|end| place < end) && request.leads_song();
                if !is_void {
                    self.carry_out_one(request, script, world, frame)?;
                }
            }
        }
        Ok(())
    }

    fn carry_out_one(
        &mut self,
        request: BeatRequest,
        script: &mut Script,
        world: &mut World,
        frame: u64,
    ) -> Result<(), CartFailure> {
        let sounds_at = sounds_at(&world.timing, frame);
        let mut game = CartGame {
            script,
            world,
            program: self.program.as_deref(),
            reports: &mut self.reports,
            reported: &mut self.reported,
        };
        match request {
            BeatRequest::Start(program) => {
                self.conductor
                    .start(program.song.clone(), sounds_at, &mut game);
                self.was_used = true;
                if self.plays_file() && program.sounding != Sounding::File {
                    world.songs.stop();
                }
                self.end_track(world);
                if let Sounding::Track { call, .. } = program.sounding {
                    self.play_track(call, -program.song.start, world, frame);
                }
                self.program = Some(program);
            }
            BeatRequest::Stop => {
                self.conductor.stop(&mut game);
                let sounded = self.program.take().map(|program| program.sounding.clone());
                if sounded == Some(Sounding::File) && world.beat.program.is_none() {
                    world.songs.stop();
                }
                self.end_track(world);
            }
            BeatRequest::Pause if self.conductor.is_running() => {
                let pushed = self.conductor.moment(sounds_at).time;
                self.conductor.pause();
                self.lead = pushed - self.conductor.moment(sounds_at).time;
                if self.plays_file() {
                    world.songs.pause();
                }
                self.end_track(world);
            }
            BeatRequest::Resume if self.conductor.song().is_some() => {
                if !self.conductor.is_running() {
                    self.conductor.resume(sounds_at - self.lead);
                    if self.plays_file() {
                        world.songs.resume();
                    }
                    self.go_on_with_track(world, frame);
                }
            }
            BeatRequest::Seek(position) if self.conductor.song().is_some() => {
                let sounds_at = match self.program.as_deref() {
                    // A track is heard a tick after it is begun.
                    Some(program) if matches!(program.sounding, Sounding::Track { .. }) => {
                        sounds_at + SongTime::of_tick(1)
                    }
                    _ => sounds_at,
                };
                let time = self.conductor.seek(position, sounds_at, &mut game)?;
                self.lead = SongTime::ZERO;
                if self.plays_file() {
                    world.songs.seek(time);
                }
                self.end_track(world);
                if self.conductor.is_running() {
                    self.go_on_with_track(world, frame);
                }
            }
            BeatRequest::Pause | BeatRequest::Resume | BeatRequest::Seek(_) => {}
            BeatRequest::Judge { player, action } => {
                let at = world.timing.clock;
                let input = Input { at, player, action };
                self.conductor.begin_tick(at, &[input]);
            }
            BeatRequest::Timer { id, at, every } => self.conductor.add_timer(id, at, every),
            BeatRequest::Cancel(id) => {
                self.conductor.remove_timer(id);
                script.forget_timer(id);
            }
        }
        Ok(())
    }

    fn plays_file(&self) -> bool {
        let program = self.program.as_ref();
        program.is_some_and(|program| program.sounding == Sounding::File)
    }
}

/// The buttons that a key presses as well, by the table in memory, which the
/// cart may have changed.
fn buttons_of(press: &Press, machine: &Machine) -> impl Iterator<Item = Control> {
    (0..32_u8).filter_map(move |button| {
        let key = machine.peek(BUTTON_MAPPING as i32 + i32::from(button), 8);
        let presses = key != 0 && press.what == Control::Key(key);
        presses.then_some(Control::Button(button))
    })
}

/// When what is started in a tick is heard. A host without sound goes on
/// through a stall, in which no ticks run: its clock is beyond the tick then.
fn sounds_at(timing: &Timing, frame: u64) -> SongTime {
    let tick = frame as i64;
    if timing.clock > SongTime::of_tick(tick + 1) {
        timing.clock
    } else {
        SongTime::of_tick(tick)
    }
}
