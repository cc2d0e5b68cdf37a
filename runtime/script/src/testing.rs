//! Test files in a cart's own Lua state: they read and call what the cart has,
//! between its ticks.
//!
//! The Lua side (`testing.lua`) is loaded before the cart, so that a cart which
//! has a `load` or an `error` of its own does not break it, and is reached by
//! a held function: the cart finds nothing of it. Whoever drives the console
//! is the [`Tester`], which answers what tests ask.

use vm::{Call, Callee, Failure, Fault, Limits, Raise, Scalar, Text, Tree, TreeLimits, Value, Vm};
use vm::{NoTree, VmError};

use crate::Script;
use crate::json;
use crate::world::World;

/// The number under which the Lua side is held; timers have those from 0 up.
const DRIVER: i64 = -1;

/// Objects of tests are numbered from here on, so that those of the cart have
/// the numbers that they have without tests: `pairs` goes by them.
const FIRST_SERIAL: u32 = 1 << 31;

/// The largest question.
const LIMITS: TreeLimits = TreeLimits {
    depth: 64,
    size: 4 << 20,
};

/// Instructions for one turn of a test: from one tick to the next.
const BUDGET: i64 = 260_000_000;

/// Answers what tests ask of the console.
pub trait Tester: Send {
    /// The answer to a question; none is nil.
    ///
    /// # Errors
    /// What is wrong with it, for the test's author.
    fn answer(
        &mut self,
        world: &mut World,
        question: &str,
        given: &Tree,
    ) -> Result<Option<Tree>, String>;
}

/// What a script keeps for its tests.
#[derive(Debug)]
pub(crate) struct TestState {
    serial: u32,
}

impl TestState {
    /// Loads the Lua side into a state without a cart.
    ///
    /// # Errors
    /// Memory ran out.
    pub(crate) fn new(vm: &mut Vm<World>, world: &mut World) -> Result<TestState, VmError> {
        let mut serial = FIRST_SERIAL;
        vm.swap_serial(&mut serial);
        vm.register(None, "__ask", Text::None, ask)?;
        vm.register(None, "__hold", Text::None, hold)?;
        vm.register(None, "__captured", Text::None, captured)?;
        vm.run(world, include_bytes!("testing.lua"), "=testing")
            .map_err(|_| VmError::Memory)?;
        vm.swap_serial(&mut serial);
        Ok(TestState { serial })
    }
}

impl Script {
    /// Gives the Lua side of tests an order: `load` with the text and the name
    /// of a file, `begin` with the number of a test, `go on`.
    ///
    /// # Errors
    /// What stopped the test, if its own error handling could not: memory or
    /// the budget has run out.
    pub fn test(&mut self, world: &mut World, order: &[Value<'_>]) -> Result<(), Failure> {
        let Some(state) = &mut self.tests else {
            return Ok(());
        };
        self.vm.swap_serial(&mut state.serial);
        self.vm.set_limits(Limits {
            memory: self.options.memory,
            budget: BUDGET,
        });
        let done = (self.vm).call_values(world, Callee::Held(DRIVER), order);
        self.vm.swap_serial(&mut state.serial);
        done.map(|_: Option<Scalar>| ())
    }
}

/// The JSON of a table that a test has stored before the cart begins.
///
/// # Errors
/// What in it cannot be stored, and why.
pub fn stored_json(tree: &Tree) -> Result<Vec<u8>, String> {
    json::encode(tree).map_err(|(path, why)| format!("{path} {why}"))
}

/// `__hold(function)`: what the console calls.
#[allow(clippy::unnecessary_wraps, reason = "the signature of host functions")]
fn hold(cx: &mut Call<'_, World>) -> Result<usize, Raise> {
    cx.hold(1, DRIVER);
    Ok(0)
}

/// `__captured(function, number)`: the value and the name of a local that the
/// function has from outside of it, or nothing.
#[allow(clippy::unnecessary_wraps, reason = "the signature of host functions")]
fn captured(cx: &mut Call<'_, World>) -> Result<usize, Raise> {
    let number = cx.args().integer(2).and_then(|it| u8::try_from(it).ok());
    match number.and_then(|number| cx.push_captured(1, number)) {
        Some(name) => {
            cx.push_bytes(name.as_bytes());
            Ok(2)
        }
        None => Ok(0),
    }
}

/// `__ask(question, given)`: true and the answer, or false and what is wrong.
#[allow(clippy::unnecessary_wraps, reason = "the signature of host functions")]
fn ask(cx: &mut Call<'_, World>) -> Result<usize, Raise> {
    let question = cx.args().bytes(1).unwrap_or_default();
    let question = String::from_utf8_lossy(question).into_owned();
    let answer = match cx.tree(2, LIMITS) {
        Ok(given) => {
            let world = cx.host();
            match world.tester.take() {
                Some(mut tester) => {
                    let answer = tester.answer(world, &question, &given);
                    world.tester = Some(tester);
                    answer
                }
                None => Err("there is nobody to answer".to_owned()),
            }
        }
        Err(no) => Err(unaskable(&no)),
    };
    cx.push_boolean(answer.is_ok());
    match answer {
        Ok(Some(tree)) => cx.push_tree(&tree),
        Ok(None) => cx.push_nil(),
        Err(message) => cx.push_bytes(message.as_bytes()),
    }
    Ok(2)
}

/// Why an argument cannot be given to the console.
fn unaskable(no: &NoTree) -> String {
    let place = if no.path.is_empty() {
        "the argument".to_owned()
    } else {
        no.path.to_string()
    };
    match no.why {
        Fault::Size => format!("{place} is too large"),
        Fault::Memory => "there is not enough memory".to_owned(),
        _ => format!("{place} must be a number, a text, true or false, or a table of such"),
    }
}
