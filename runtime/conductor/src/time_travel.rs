//! Beat time travel: the world moves when the beat hits, and is taken back
//! when an input arrives after it but within its window.
//!
//! What has happened on the beats that are not final is kept as a list of
//! steps in their logical order: the inputs of a beat, its update, its close.
//! An input that arrives belongs at one place in that list. Whatever stands
//! behind it is undone and run again, from the last checkpoint before it.

use std::collections::VecDeque;

use crate::game::{Act, Action, Game, MOST_PLAYERS, Moment, Report, StepNumber};
use crate::song::Song;
use crate::time::{BeatPosition, SongTime};
use crate::verdict::{Offset, Verdict};

/// The slot of the present while the past is tried out.
const PRESENT: u32 = 0;

/// An input that has been given to a beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Press {
    pub(crate) at: SongTime,
    pub(crate) player: usize,
    pub(crate) action: Action,
    pub(crate) grade: Verdict,
    pub(crate) offset: Offset,
}

impl Press {
    /// Which of two presses of a player comes first, whatever order they
    /// arrive in.
    fn order(&self) -> (SongTime, usize, Action) {
        (self.at, self.player, self.action)
    }
}

/// A beat that an input may still belong to.
#[derive(Debug, Clone, PartialEq)]
struct OpenBeat {
    beat: i64,
    /// In order; the first of each player counts.
    presses: Vec<Press>,
    hit: bool,
    closed: bool,
    /// The verdicts that have been reported.
    told: [Verdict; MOST_PLAYERS],
}

impl OpenBeat {
    fn new(beat: i64) -> OpenBeat {
        OpenBeat {
            beat,
            presses: Vec::new(),
            hit: false,
            closed: false,
            told: [Verdict::None; MOST_PLAYERS],
        }
    }

    fn first(&self, player: usize) -> Option<&Press> {
        self.presses.iter().find(|press| press.player == player)
    }

    /// What the timing alone says of each player's input.
    fn grades(&self) -> [Verdict; MOST_PLAYERS] {
        std::array::from_fn(|player| self.first(player).map_or(Verdict::None, |it| it.grade))
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Act(Press),
    Update,
    /// With what its verdicts come from, beside the acts before it.
    Close([Verdict; MOST_PLAYERS]),
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Step {
    number: StepNumber,
    beat: i64,
    kind: Kind,
    /// Of an act: whether the cart accepted it.
    legal: bool,
}

impl Step {
    fn is(&self, beat: i64, kind: &Kind) -> bool {
        self.beat == beat && self.kind == *kind
    }

    /// Whether this is the same step of the game, if perhaps with another
    /// outcome.
    fn stands_for(&self, beat: i64, kind: &Kind) -> bool {
        self.beat == beat
            && match (&self.kind, kind) {
                (Kind::Act(one), Kind::Act(other)) => one == other,
                (Kind::Update, Kind::Update) | (Kind::Close(_), Kind::Close(_)) => true,
                _ => false,
            }
    }
}

/// The game as it was before a step, by the step's place in the list.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Checkpoint {
    before: usize,
    slot: u32,
}

/// The machine of beat time travel.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TimeTravel {
    beats: VecDeque<OpenBeat>,
    steps: Vec<Step>,
    checkpoints: Vec<Checkpoint>,
    next_number: StepNumber,
    offsets: [Option<Offset>; MOST_PLAYERS],
}

impl TimeTravel {
    /// Bytes that its lists take.
    pub(crate) fn size(&self) -> usize {
        let beat = |beat: &OpenBeat| size_of::<OpenBeat>() + size_of_val(&*beat.presses);
        self.beats.iter().map(beat).sum::<usize>()
            + size_of_val(&*self.steps)
            + size_of_val(&*self.checkpoints)
    }

    /// The verdicts of a beat so far.
    pub(crate) fn verdicts(&self, beat: i64) -> [Verdict; MOST_PLAYERS] {
        self.open(beat)
            .map_or([Verdict::None; MOST_PLAYERS], |it| it.told)
    }

    /// What carts are told at a time of the song, with the verdicts so far of
    /// the beat that an input would be for then.
    pub(crate) fn moment(&self, time: SongTime, song: &Song) -> Moment {
        Moment {
            verdicts: self.verdicts(song.judge(time).0),
            offsets: self.offsets,
            ..song.moment(time)
        }
    }

    /// An input for a beat that is not final.
    pub(crate) fn press<G: Game>(
        &mut self,
        beat: i64,
        press: Press,
        song: &Song,
        game: &mut G,
    ) -> Result<(), G::Error> {
        let open = self.open_or_new(beat);
        if open.presses.contains(&press) {
            // The same twice at the same moment, as from two devices.
            return self.reject(beat, &press, song, game);
        }
        let displaced = open.first(press.player).copied();
        let place = open
            .presses
            .partition_point(|other| other.order() < press.order());
        open.presses.insert(place, press);
        if open.first(press.player) == Some(&press) {
            self.offsets[press.player] = Some(press.offset);
            self.catch_up(song, game)?;
            return match displaced {
                Some(other) => self.reject(beat, &other, song, game),
                None => Ok(()),
            };
        }
        self.reject(beat, &press, song, game)
    }

    /// A beat hits.
    pub(crate) fn hit<G: Game>(
        &mut self,
        beat: i64,
        song: &Song,
        game: &mut G,
    ) -> Result<(), G::Error> {
        self.open_or_new(beat).hit = true;
        self.catch_up(song, game)
    }

    /// A beat that has hit is closed out.
    pub(crate) fn close<G: Game>(
        &mut self,
        beat: i64,
        song: &Song,
        game: &mut G,
    ) -> Result<(), G::Error> {
        self.open_or_new(beat).closed = true;
        self.catch_up(song, game)
    }

    /// The first beat that is not final, of those that have begun.
    pub(crate) fn first_open(&self) -> Option<i64> {
        self.beats.front().map(|open| open.beat)
    }

    /// The first beat that is closed out and not yet final.
    pub(crate) fn first_closed(&self) -> Option<i64> {
        self.beats.front().filter(|it| it.closed).map(|it| it.beat)
    }

    /// The first beat is final: no input can belong to it any more.
    pub(crate) fn finish_first<G: Game>(&mut self, game: &mut G) {
        let Some(open) = self.beats.pop_front() else {
            return;
        };
        let done = self.steps.partition_point(|step| step.beat <= open.beat);
        let numbers: Vec<StepNumber> = self.steps.drain(..done).map(|step| step.number).collect();
        self.checkpoints.retain_mut(|checkpoint| {
            let keep = checkpoint.before >= done;
            if keep {
                checkpoint.before -= done;
            } else {
                game.forget(checkpoint.slot);
            }
            keep
        });
        if self.checkpoints.is_empty() {
            game.forget(PRESENT);
        }
        game.finish(&numbers);
    }

    /// Every beat is final, as before a jump to another place: beats that
    /// have hit are closed out first.
    pub(crate) fn finish_all<G: Game>(
        &mut self,
        song: &Song,
        game: &mut G,
    ) -> Result<(), G::Error> {
        for open in &mut self.beats {
            open.closed |= open.hit;
        }
        self.catch_up(song, game)?;
        self.drop_all(game);
        Ok(())
    }

    /// Every beat is final as it is, as when the song ends: what has begun is
    /// neither closed out nor judged.
    pub(crate) fn drop_all<G: Game>(&mut self, game: &mut G) {
        while !self.beats.is_empty() {
            self.finish_first(game);
        }
    }

    fn open(&self, beat: i64) -> Option<&OpenBeat> {
        self.beats.iter().find(|open| open.beat == beat)
    }

    fn open_or_new(&mut self, beat: i64) -> &mut OpenBeat {
        let place = self.beats.partition_point(|open| open.beat < beat);
        if self.beats.get(place).is_none_or(|open| open.beat != beat) {
            self.beats.insert(place, OpenBeat::new(beat));
        }
        &mut self.beats[place]
    }

    /// What should have happened, in order.
    fn wanted(&self) -> Vec<(i64, Kind)> {
        let mut wanted = Vec::new();
        for open in &self.beats {
            let counts = |press: &&Press| {
                press.grade.is_success() && open.first(press.player) == Some(*press)
            };
            let acts = open.presses.iter().filter(counts);
            wanted.extend(acts.map(|press| (open.beat, Kind::Act(*press))));
            if open.hit {
                wanted.push((open.beat, Kind::Update));
            }
            if open.closed {
                wanted.push((open.beat, Kind::Close(open.grades())));
            }
        }
        wanted
    }

    /// Brings the game to where it should be, and reports what that changed.
    fn catch_up<G: Game>(&mut self, song: &Song, game: &mut G) -> Result<(), G::Error> {
        let wanted = self.wanted();
        let same = self
            .steps
            .iter()
            .zip(&wanted)
            .take_while(|(step, (beat, kind))| step.is(*beat, kind))
            .count();
        if same == self.steps.len() {
            for (beat, kind) in &wanted[same..] {
                self.run(*beat, kind, None, song, game)?;
            }
        } else {
            let from = self
                .checkpoints
                .iter()
                .rposition(|checkpoint| checkpoint.before <= same);
            match from {
                Some(from) if game.can_travel() => {
                    self.travel(&wanted, same, from, song, game)?;
                }
                _ => self.patch(&wanted, song, game)?,
            }
        }
        self.tell(song, game)
    }

    /// Goes back to a checkpoint and runs from there what is wanted; `same`
    /// steps agree with what ran.
    fn travel<G: Game>(
        &mut self,
        wanted: &[(i64, Kind)],
        same: usize,
        from: usize,
        song: &Song,
        game: &mut G,
    ) -> Result<(), G::Error> {
        let start = self.checkpoints[from];
        let undone: Vec<StepNumber> = self.steps[start.before..]
            .iter()
            .map(|step| step.number)
            .collect();
        game.begin_rerun(&undone);
        game.save(PRESENT)?;
        game.load(start.slot)?;
        let before = self.clone();
        // An illegal input changes nothing, so that the present stands.
        let may_stand = self.steps.len() + 1 == wanted.len()
            && matches!(wanted[same].1, Kind::Act(_))
            && (self.steps[same..].iter())
                .zip(&wanted[same + 1..])
                .all(|(step, (beat, kind))| step.is(*beat, kind));
        self.steps.truncate(start.before);
        self.checkpoints.truncate(from + 1);
        for (place, (beat, kind)) in wanted.iter().enumerate().skip(start.before) {
            self.run(*beat, kind, Some(&before), song, game)?;
            if place == same && may_stand && !self.steps[place].legal {
                game.load(PRESENT)?;
                let illegal = self.steps[place];
                let tried = std::mem::replace(&mut self.checkpoints, before.checkpoints.clone());
                self.forget_others(&tried, game);
                for checkpoint in &mut self.checkpoints {
                    checkpoint.before += usize::from(checkpoint.before > same);
                }
                self.steps = before.steps;
                self.steps.insert(same, illegal);
                game.end_rerun(true);
                return Ok(());
            }
        }
        self.forget_others(&before.checkpoints, game);
        game.end_rerun(false);
        Ok(())
    }

    /// What is wanted where the game cannot be put back: inputs are carried
    /// out when they arrive, and what has run stands.
    fn patch<G: Game>(
        &mut self,
        wanted: &[(i64, Kind)],
        song: &Song,
        game: &mut G,
    ) -> Result<(), G::Error> {
        for checkpoint in std::mem::take(&mut self.checkpoints) {
            game.forget(checkpoint.slot);
        }
        let before = std::mem::take(&mut self.steps);
        for (beat, kind) in wanted {
            let ran = (before.iter()).find(|step| step.stands_for(*beat, kind));
            match ran {
                Some(step) => self.steps.push(Step {
                    kind: *kind,
                    ..*step
                }),
                None => self.run(*beat, kind, None, song, game)?,
            }
        }
        Ok(())
    }

    /// Runs a step, which then is the last of the list. `before` is what the
    /// list was before it began to be run again.
    fn run<G: Game>(
        &mut self,
        beat: i64,
        kind: &Kind,
        before: Option<&TimeTravel>,
        song: &Song,
        game: &mut G,
    ) -> Result<(), G::Error> {
        let known = before.and_then(|it| it.steps.iter().find(|step| step.stands_for(beat, kind)));
        let number = known.map_or(self.next_number, |step| step.number);
        self.next_number = self.next_number.max(number + 1);
        let mut legal = true;
        let time = match kind {
            Kind::Act(press) => press.at,
            Kind::Update => song.map.time_of(BeatPosition::of_beat(beat)),
            Kind::Close(_) => song.close_time(beat),
        };
        game.moment(&self.moment(time, song));
        match kind {
            Kind::Act(press) => {
                let act = Act {
                    beat,
                    player: press.player,
                    action: press.action,
                    verdict: press.grade,
                };
                let kept = self.checkpoint(before, game)?;
                legal = game.act(number, &act)?;
                if let (false, Some(slot)) = (legal, kept) {
                    game.load(slot)?;
                }
            }
            Kind::Update => {
                let open = self.open(beat);
                let waits = |player| open.is_none_or(|open| open.first(player).is_none());
                if (0..song.players).any(waits) {
                    self.checkpoint(before, game)?;
                }
                game.update(number, beat)?;
            }
            Kind::Close(_) => {
                for player in 0..song.players {
                    let first = self.open(beat).and_then(|open| open.first(player));
                    let verdict = self.verdict(beat, first, true);
                    game.close(number, beat, player, verdict)?;
                }
            }
        }
        self.steps.push(Step {
            number,
            beat,
            kind: *kind,
            legal,
        });
        Ok(())
    }

    /// Keeps the game as it is before the next step, if it can be kept.
    fn checkpoint<G: Game>(
        &mut self,
        before: Option<&TimeTravel>,
        game: &mut G,
    ) -> Result<Option<u32>, G::Error> {
        if !game.can_travel() {
            return Ok(None);
        }
        let place = self.steps.len();
        if let Some(last) = self.checkpoints.last().filter(|it| it.before == place) {
            return Ok(Some(last.slot));
        }
        let others = before.map_or(&[][..], |it| &it.checkpoints);
        let taken = |slot: u32| {
            (self.checkpoints.iter().chain(others)).any(|checkpoint| checkpoint.slot == slot)
        };
        let slot = (PRESENT + 1..=u32::MAX)
            .find(|&slot| !taken(slot))
            .expect("there are more slots than checkpoints");
        game.save(slot)?;
        self.checkpoints.push(Checkpoint {
            before: place,
            slot,
        });
        Ok(Some(slot))
    }

    /// Forgets the slots of checkpoints that are in the list no more.
    fn forget_others<G: Game>(&self, others: &[Checkpoint], game: &mut G) {
        for other in others {
            if self.checkpoints.iter().all(|it| it.slot != other.slot) {
                game.forget(other.slot);
            }
        }
    }

    /// The verdict that a beat's first press gives a player.
    fn verdict(&self, beat: i64, first: Option<&Press>, closed: bool) -> Verdict {
        let Some(press) = first else {
            return if closed {
                Verdict::Missed
            } else {
                Verdict::None
            };
        };
        let illegal = self
            .steps
            .iter()
            .any(|step| step.is(beat, &Kind::Act(*press)) && !step.legal);
        if illegal {
            Verdict::Failed
        } else {
            press.grade
        }
    }

    /// Reports the verdicts that are new, and those that are different now.
    fn tell<G: Game>(&mut self, song: &Song, game: &mut G) -> Result<(), G::Error> {
        for place in 0..self.beats.len() {
            for player in 0..song.players {
                let open = &self.beats[place];
                let first = open.first(player).copied();
                let verdict = self.verdict(open.beat, first.as_ref(), open.closed);
                let told = open.told[player];
                if verdict == told {
                    continue;
                }
                let beat = open.beat;
                self.beats[place].told[player] = verdict;
                // That there was no input is known when the beat is closed out.
                let time = first.map_or_else(|| song.close_time(beat), |press| press.at);
                game.moment(&self.moment(time, song));
                game.report(&Report {
                    beat,
                    player,
                    verdict,
                    offset: first.map(|press| press.offset),
                    action: first.map(|press| press.action),
                    instead_of: (told != Verdict::None).then_some(told),
                })?;
            }
        }
        Ok(())
    }

    /// Reports an input for a beat that another one has used up.
    fn reject<G: Game>(
        &self,
        beat: i64,
        press: &Press,
        song: &Song,
        game: &mut G,
    ) -> Result<(), G::Error> {
        game.moment(&self.moment(press.at, song));
        game.report(&Report {
            beat,
            player: press.player,
            verdict: Verdict::Rejected,
            offset: Some(press.offset),
            action: Some(press.action),
            instead_of: None,
        })
    }
}
