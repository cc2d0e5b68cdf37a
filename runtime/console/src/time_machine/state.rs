//! What a state is beside the Lua state's arena and the machine's image.

use machine::Input;
use script::WorldState;

use crate::console::{Console, Status};
use crate::failure::CartFailure;
use crate::stage::Stage;

/// Plain values; with the input of the tick that led to them.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(super) input: Input,
    /// What was chosen in the cart's menu before that tick.
    pub(super) menu: Vec<usize>,
    pub(super) world: WorldState,
    /// None if the cart has never used the beat.
    stage: Option<Box<Stage>>,
    pub(super) status: Status,
    failure: Option<Box<CartFailure>>,
    reset_asked: bool,
}

impl State {
    /// Bytes of memory that it takes beside its own and beside what the state
    /// of the tick before has too.
    pub(super) fn size_beside(&self, earlier: Option<&State>) -> usize {
        let stage = self.stage.as_ref().map_or(0, |stage| {
            stage.size_beside(earlier.and_then(|earlier| earlier.stage.as_deref()))
        });
        let failure = self.failure.as_ref().map_or(0, |failure| {
            let CartFailure {
                message,
                traceback,
                raw,
            } = &**failure;
            message.len() + traceback.len() + raw.len()
        });
        size_of::<State>() - size_of::<WorldState>()
            + self
                .world
                .size_beside(earlier.map(|earlier| &earlier.world))
            + stage
            + failure
            + size_of_val(&*self.menu)
    }
}

impl Console {
    /// The state at the end of a tick, before which this was chosen in the
    /// cart's menu.
    pub(super) fn state(&self, menu: Vec<usize>) -> State {
        // Taken apart, so that no field is ever forgotten.
        let Console {
            world,
            stage,
            status,
            failure,
            held,
            reset_asked,
            // The arena, which a timeline holds.
            script: _,
            // The number of the state.
            frame: _,
            // The same in the whole run.
            cart: _,
            options: _,
            host: _,
            // Running the tick again makes these.
            sound: _,
            happenings: _,
            // What the host has, which does not go back: what differs from it
            // is stored when the cart goes on.
            memory: _,
            memory_stored_at: _,
            time: _,
            // What the host makes of the run, and gives to it.
            recorder: _,
            handed: _,
            calibration_asked: _,
            given_time: _,
            is_quiet: _,
            is_quick: _,
            is_lazy: _,
            picture_is_due: _,
        } = self;
        let is_used = *stage != Stage::default();
        State {
            input: *held,
            menu,
            world: world.state(),
            stage: is_used.then(|| Box::new(stage.clone())),
            status: *status,
            failure: failure.clone().map(Box::new),
            reset_asked: *reset_asked,
        }
    }

    /// Goes to a state, for which arena and image are loaded too.
    pub(super) fn set_state(&mut self, state: &State, tick: u64) {
        self.world.restore(&state.world);
        self.stage = state.stage.as_deref().cloned().unwrap_or_default();
        self.status = state.status;
        self.failure = state.failure.as_deref().cloned();
        self.held = state.input;
        self.reset_asked = state.reset_asked;
        self.frame = tick;
        self.memory_stored_at = self.memory_stored_at.min(tick);
        self.time.menu.clear();
        self.time.note = None;
    }
}
