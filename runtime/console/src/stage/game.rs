//! The cart as a game on the beat: its callbacks, its tracked table as what is
//! saved and put back, and its sounds in the ledger.

use std::collections::VecDeque;
use std::ptr;
use std::sync::Arc;

use script::conductor::{Act, Game, Moment, Report, StepNumber, Verdict};
use script::{Callback, MarkError, Program, Scalar, Script, Value, World};

use super::{Judged, MOST_REPORTS};
use crate::failure::CartFailure;

/// The cart as the conductor calls it.
pub(super) struct CartGame<'a> {
    pub(super) script: &'a mut Script,
    pub(super) world: &'a mut World,
    pub(super) program: Option<&'a Program>,
    pub(super) reports: &'a mut Arc<VecDeque<Judged>>,
    pub(super) reported: &'a mut u64,
}

impl CartGame<'_> {
    /// Whether the cart has ended the song, in the call before this one or
    /// earlier: what it has set up since is for another song.
    fn is_over(&self) -> bool {
        let wanted = self.world.beat.program.as_deref().map(ptr::from_ref);
        wanted != self.program.map(ptr::from_ref)
    }

    /// Calls the cart about its song, unless that is over.
    fn call(
        &mut self,
        callback: Callback,
        arguments: &[Value<'_>],
    ) -> Result<Option<Scalar>, CartFailure> {
        if self.is_over() {
            return Ok(None);
        }
        let result = self.script.call_values(self.world, callback, arguments);
        result.map_err(CartFailure::from)
    }

    /// The same, as a step whose sounds may be taken back.
    fn call_step(
        &mut self,
        step: StepNumber,
        callback: Callback,
        arguments: &[Value<'_>],
    ) -> Result<Option<Scalar>, CartFailure> {
        self.world.sounds.begin(step);
        let result = self.call(callback, arguments);
        self.world.sounds.end();
        result
    }
}

/// Players as carts count them.
fn numbered(player: usize) -> Value<'static> {
    Value::Integer(player as i64 + 1)
}

fn named(verdict: Verdict) -> Value<'static> {
    Value::Bytes(verdict.name().as_bytes())
}

fn untracked(error: &MarkError) -> CartFailure {
    CartFailure::new(format!(
        "the table that rollback.track named cannot go back in time: {error}"
    ))
}

impl Game for CartGame<'_> {
    type Error = CartFailure;

    fn can_travel(&self) -> bool {
        self.script.tracks()
    }

    fn save(&mut self, slot: u32) -> Result<(), CartFailure> {
        self.script
            .save_slot(slot)
            .map_err(|error| untracked(&error))
    }

    fn load(&mut self, slot: u32) -> Result<(), CartFailure> {
        self.script
            .load_slot(slot)
            .map_err(|error| untracked(&error))
    }

    fn forget(&mut self, slot: u32) {
        self.script.forget_slot(slot);
    }

    fn moment(&mut self, moment: &Moment) {
        self.world.beat.moment = *moment;
    }

    fn act(&mut self, step: StepNumber, act: &Act) -> Result<bool, CartFailure> {
        let program = self.program;
        let name = program.map_or("", |program| program.action_name(act.action));
        let arguments = [
            Value::Bytes(name.as_bytes()),
            named(act.verdict),
            numbered(act.player),
        ];
        let answer = self.call_step(step, Callback::Move, &arguments)?;
        Ok(answer != Some(Scalar::Boolean(false)))
    }

    fn update(&mut self, step: StepNumber, beat: i64) -> Result<(), CartFailure> {
        self.call_step(step, Callback::Beat, &[Value::Integer(beat)])?;
        Ok(())
    }

    fn close(
        &mut self,
        step: StepNumber,
        beat: i64,
        player: usize,
        verdict: Verdict,
    ) -> Result<(), CartFailure> {
        let arguments = [Value::Integer(beat), named(verdict), numbered(player)];
        self.call_step(step, Callback::Close, &arguments)?;
        Ok(())
    }

    fn begin_rerun(&mut self, undone: &[StepNumber]) {
        self.world.sounds.begin_rerun(undone);
    }

    fn end_rerun(&mut self, kept: bool) {
        if kept {
            self.world.sounds.cancel_rerun();
        } else {
            self.world.finish_rerun();
        }
    }

    fn finish(&mut self, steps: &[StepNumber]) {
        self.world.sounds.forget(steps);
    }

    fn report(&mut self, report: &Report) -> Result<(), CartFailure> {
        let program = self.program;
        let action = (report.action)
            .and_then(|action| program.map(|program| program.action_name(action).to_owned()));
        let judged = Judged {
            report: *report,
            action,
        };
        let milliseconds = judged.milliseconds().map_or(Value::Nil, Value::Number);
        let action = judged.action.as_ref();
        let arguments = [
            named(report.verdict),
            numbered(report.player),
            milliseconds,
            action.map_or(Value::Nil, |name| Value::Bytes(name.as_bytes())),
            Value::Integer(report.beat),
            report.instead_of.map_or(Value::Nil, named),
        ];
        self.call(Callback::Verdict, &arguments)?;
        *self.reported += 1;
        let reports = Arc::make_mut(self.reports);
        reports.push_back(judged);
        if reports.len() > MOST_REPORTS {
            reports.pop_front();
        }
        Ok(())
    }

    fn bar(&mut self, bar: i64) -> Result<(), CartFailure> {
        self.call(Callback::Bar, &[Value::Integer(bar)])?;
        Ok(())
    }

    fn half(&mut self, beat: i64) -> Result<(), CartFailure> {
        self.call(Callback::Half, &[Value::Integer(beat)])?;
        Ok(())
    }

    fn timer(&mut self, timer: u32, count: i64) -> Result<(), CartFailure> {
        self.script
            .call_timer(self.world, timer, count)
            .map_err(CartFailure::from)
    }
}
