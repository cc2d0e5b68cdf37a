//! What it costs to save one game's tables and put them back, beside a deep
//! copy in plain Lua: `cargo bench -p tests --bench rollback`.
//!
//! All are measured in one run, in turns, by the thread's own time on the
//! processor; of each the fastest round counts, so a busy machine does not
//! tell in the ratio.
#![allow(clippy::print_stdout, reason = "a benchmark reports to a terminal")]
#![allow(clippy::disallowed_methods, reason = "reads arguments")]

use std::time::Duration;

use cpu_time::ThreadTime;
use vm::{Limits, Scalar, Vm};

/// A hundred monsters of ten fields, a map, names: 2,183 values.
const GAME: &[u8] = br#"
game = {monsters = {}, map = {}, names = {}, score = 123, level = "dungeon 3"}
for i = 1, 100 do
  game.monsters[i] = {x = i * 1.5, y = i * 2.25, hp = 10 + i, maxhp = 20, kind = "slime" .. i % 7,
    dir = i % 4, anim = 0, timer = i * 3, alive = true, name = "mob" .. i}
end
for y = 1, 25 do
  local row = {}
  for x = 1, 40 do row[x] = x * y % 64 end
  game.map[y] = row
end
for i = 1, 50 do game.names[i] = "item number " .. i end
game.player, game.target = game.monsters[1], game.monsters[7]

local function copy_of(value, seen)
  if type(value) ~= "table" then return value end
  if seen[value] then return seen[value] end
  local copy = {}
  seen[value] = copy
  for k, v in pairs(value) do copy[copy_of(k, seen)] = copy_of(v, seen) end
  return setmetatable(copy, getmetatable(value))
end
function deep_copy() COPY = copy_of(game, {}) end

function count(value, seen)
  if type(value) ~= "table" or seen[value] then return 1 end
  seen[value] = true
  local sum = 1
  for _, v in pairs(value) do sum = sum + count(v, seen) end
  return sum
end
VALUES = count(game, {})

-- As a beat does: some values change, a monster is gone, another there.
function beat()
  for i = 1, 100, 7 do game.monsters[i].x = game.monsters[i].x + 1 end
  game.monsters[#game.monsters] = nil
  game.monsters[#game.monsters + 1] = {x = 1, y = 2}
  game.map[3][3], game.note = 9, {}
end
track(game)
save()
"#;

/// How many times faster than the copy a save and a load are to be.
const TIMES: f64 = 25.0;

/// Rounds, and repetitions in each.
const ROUNDS: usize = 60;
const REPETITIONS: u32 = 20;

fn main() {
    // Without it this was started by a test run, which measures nothing.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let mut vm = machine();
    let values = match vm.global("VALUES") {
        Some(Scalar::Integer(values)) => values as f64,
        other => panic!("the game counts its values: {other:?}"),
    };
    let mut save = Duration::MAX;
    let mut load = Duration::MAX;
    let mut in_call = Duration::MAX;
    let mut digest = Duration::MAX;
    let mut copy = Duration::MAX;
    for _ in 0..ROUNDS {
        call(&mut vm, "beat");
        save = save.min(time(|| vm.save_slot(2).expect("the game can be saved")));
        load = load.min(time(|| vm.load_slot(1).expect("the game was saved")));
        digest = digest.min(time(|| {
            vm.digest().expect("the game is tracked");
        }));
        in_call = in_call.min(time(|| call(&mut vm, "save")));
        copy = copy.min(time(|| call(&mut vm, "deep_copy")));
    }
    println!("{values} values: 100 monsters, a map of 40x25, 50 names");
    let rows = [
        ("save", save),
        ("save, from a cart", in_call),
        ("load", load),
        ("digest", digest),
        ("deep copy in Lua", copy),
    ];
    for (name, time) in rows {
        let nanos = time.as_secs_f64() * 1e9;
        println!(
            "{name:<18} {:>8.1} us {:>7.1} ns a value",
            nanos / 1e3,
            nanos / values
        );
    }
    let ratio = copy.as_secs_f64() / (save + load).as_secs_f64();
    let word = if ratio >= TIMES { "met" } else { "missed" };
    println!("save and load take 1/{ratio:.0} of the copy ({word}: at most 1/{TIMES})");
}

fn machine() -> Vm<()> {
    let mut vm = Vm::<()>::new(Limits::default()).expect("there is memory");
    vm.register(None, "track", vm::Text::None, |call| {
        call.track(1)?;
        Ok(0)
    })
    .expect("there is memory");
    vm.register(None, "save", vm::Text::None, |call| {
        call.save_slot(1, None)?;
        Ok(0)
    })
    .expect("there is memory");
    vm.run(&mut (), GAME, "@game.lua").expect("the game runs");
    vm
}

fn call(vm: &mut Vm<()>, function: &str) {
    vm.call(&mut (), function, &[]).expect("the game runs");
}

/// How long one of several repetitions takes.
fn time(mut work: impl FnMut()) -> Duration {
    let start = ThreadTime::now();
    for _ in 0..REPETITIONS {
        work();
    }
    start.elapsed() / REPETITIONS
}
