//! `rollback`: saving what one table leads to, and putting it back in place.
//!
//! The work is the virtual machine's; see `vm::MarkError` for what it refuses.

use vm::{Call, Kind, MarkError, Raise};

use crate::world::World;

type Outcome = Result<usize, Raise>;

pub(super) fn track(cx: &mut Call<'_, World>) -> Outcome {
    match cx.args().kind(1) {
        Kind::Table | Kind::Nil => {
            cx.track(1).map_err(|error| of("track", &error))?;
            Ok(0)
        }
        _ => Err(Raise::from(
            "rollback.track: the game must be a table, such as rollback.track(game)",
        )),
    }
}

pub(super) fn save(cx: &mut Call<'_, World>) -> Outcome {
    let table = table(cx, "save")?;
    cx.push_mark(table).map_err(|error| of("save", &error))?;
    Ok(1)
}

pub(super) fn load(cx: &mut Call<'_, World>) -> Outcome {
    cx.load_mark(1).map_err(|error| of("load", &error))?;
    Ok(0)
}

pub(super) fn hash(cx: &mut Call<'_, World>) -> Outcome {
    let table = table(cx, "hash")?;
    let digest = cx.digest(table).map_err(|error| of("hash", &error))?;
    cx.push_integer(digest as i64);
    Ok(1)
}

/// Where the table is among the arguments; none if the tracked one is meant.
fn table(cx: &Call<'_, World>, function: &str) -> Result<Option<usize>, Raise> {
    match cx.args().kind(1) {
        Kind::Table => Ok(Some(1)),
        Kind::None | Kind::Nil => Ok(None),
        _ => Err(Raise::from(format!(
            "rollback.{function} takes a table, or nothing for the one that is tracked"
        ))),
    }
}

/// The error, with the name of the function.
fn of(function: &str, error: &MarkError) -> Raise {
    Raise::from(format!("rollback.{function}: {error}"))
}

#[cfg(test)]
mod tests {
    use crate::{Callback, FailureKind, MarkError, Options, Script, World};
    use machine::{Machine, Size};

    /// A cart that has just been loaded.
    fn cart(code: &str) -> (Script, World) {
        let mut world = World::new(Machine::new(Size::default(), Vec::new()));
        world.tic80 = false;
        let options = Options {
            memory: 8 << 20,
            tick_budget: 5_000_000,
            ..Options::default()
        };
        let mut script = Script::new(&mut world, options).unwrap();
        if let Err(failure) = script.load(&mut world, code.as_bytes(), "t.lua") {
            panic!("{failure}");
        }
        script.begin_tick();
        (script, world)
    }

    fn tick(script: &mut Script, world: &mut World) {
        script.begin_tick();
        if let Err(failure) = script.call(world, Callback::Tic, &[]) {
            panic!("{failure}");
        }
    }

    #[test]
    fn the_host_saves_and_puts_back_what_the_cart_tracks() {
        let (mut script, mut world) = cart(
            "game = {n = 0, r = rng.new(1)}
            function TIC() game.n = game.n + 1 game.r:int(6) last = game.n .. game.r:state() end
            function BOOT() rollback.track(game) end
            function OVR() if before and before ~= last then error('other numbers') end before = last end",
        );
        assert!(!script.tracks());
        assert_eq!(script.save_slot(0), Err(MarkError::NotTracked));
        script.call(&mut world, Callback::Boot, &[]).unwrap();
        assert!(script.tracks());
        assert_eq!(script.load_slot(0), Err(MarkError::NothingSaved));
        script.save_slot(0).unwrap();
        for _ in 0..3 {
            tick(&mut script, &mut world);
            script.call(&mut world, Callback::Overlay, &[]).unwrap();
            script.load_slot(0).unwrap();
        }
        script.forget_slot(0);
        assert_eq!(script.load_slot(0), Err(MarkError::NothingSaved));
    }

    #[test]
    fn a_snapshot_of_the_machine_holds_marks_and_streams_too() {
        let (mut script, mut world) = cart(
            "game = {n = 0, r = rng.new(1)} rollback.track(game)
            mark = rollback.save() at_start = rollback.hash()
            function TIC() game.n = game.n + 1 game[game.n] = {game.r:int(100)} end
            function OVR() rollback.load(mark) assert(rollback.hash() == at_start and game.n == 0) end",
        );
        tick(&mut script, &mut world);
        let snapshot = script.snapshot();
        for _ in 0..2 {
            tick(&mut script, &mut world);
            script.call(&mut world, Callback::Overlay, &[]).unwrap();
            script.save_slot(7).unwrap();
            script.restore(&snapshot);
            assert_eq!(script.load_slot(7), Err(MarkError::NothingSaved));
            script.call(&mut world, Callback::Overlay, &[]).unwrap();
            script.restore(&snapshot);
        }
    }

    #[test]
    fn saving_is_paid_for_and_ends_with_the_budget_or_the_memory() {
        let carts = [
            (
                "function TIC() while true do rollback.save(game) end end",
                FailureKind::Budget,
            ),
            (
                "function TIC() while true do rollback.hash(game) end end",
                FailureKind::Budget,
            ),
            (
                "kept = {} function TIC() while true do kept[#kept + 1] = rollback.save(game) end end",
                FailureKind::Memory,
            ),
        ];
        for (code, kind) in carts {
            let game = "game = {} for i = 1, 5000 do game[i] = {i} end ";
            let (mut script, mut world) = cart(&format!("{game}{code}"));
            let failure = script.call(&mut world, Callback::Tic, &[]).unwrap_err();
            assert_eq!(failure.kind, kind, "{code}: {failure}");
        }
    }
}
