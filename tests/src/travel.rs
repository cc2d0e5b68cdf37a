//! Going back in time against the straight run: whatever tick is gone to, all
//! that shows there is as it was, and what is played from there is the same.

use console::{Console, Happening, Input, Seed, Status, Timing, conductor::Conductor};

/// Ticks that are played on from where a run went back to, at most.
const ON: usize = 12;

/// A cart and what is done to it.
pub struct Journey<'a> {
    /// For messages.
    pub name: String,
    /// Makes the console anew.
    pub console: &'a dyn Fn() -> Console,
    /// What is pressed in a tick, counted from 0; the console's own timing if
    /// there is none.
    pub inputs: &'a dyn Fn(u64) -> (Input, Option<Timing>),
    /// How many are run.
    pub ticks: u64,
    /// How many times the run goes elsewhere.
    pub restores: usize,
    /// Bytes that may be kept.
    pub budget: usize,
}

/// What a tick leaves that can be told apart.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    machine: u64,
    registers: String,
    picture: u64,
    sound: u64,
    /// Bytes that Lua takes: its garbage has to be the same too.
    memory: usize,
    happened: Vec<Happening>,
    status: Status,
    failure: Option<String>,
    conductor: Conductor,
}

impl Shown {
    fn of(console: &Console) -> Shown {
        let machine = console.machine();
        let sound = (console.sound().iter()).fold(1, |all, sample| mix(all, *sample as u64));
        let (words, _) = console.picture().rgba.as_chunks::<8>();
        let picture = (words.iter()).fold(1, |all, word| mix(all, u64::from_le_bytes(*word)));
        Shown {
            machine: machine.state_hash(),
            registers: console::sound_registers(machine),
            picture,
            sound,
            memory: console.memory_used(),
            happened: console.happenings().to_vec(),
            status: console.status(),
            failure: console.failure().map(|failure| failure.message.clone()),
            conductor: console.music().conductor().clone(),
        }
    }
}

fn mix(all: u64, word: u64) -> u64 {
    (all ^ word)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
}

impl Journey<'_> {
    /// Goes the way; returns how many times it went elsewhere.
    ///
    /// # Errors
    /// Where it first was otherwise than in the straight run.
    pub fn go(&self) -> Result<usize, String> {
        let straight = self.straight();
        let last = straight.len() as u64;
        let mut console = (self.console)();
        console.keep_states(self.budget);
        let mut stream = Seed::from_text(&self.name).stream();
        let mut pick = |count: u64| stream.index(count as usize).unwrap_or_default() as u64;
        while console.frame() < last {
            self.play(&mut console, &straight)?;
        }
        let mut restores = 0;
        for _ in 0..self.restores {
            let kept = console.kept();
            if console.kept_size() > self.budget {
                return Err(format!("{}: more is kept than there is room", self.name));
            }
            if kept.is_empty() {
                break;
            }
            let ticks = kept.end() - kept.start() + 1;
            let step = console.frame().wrapping_sub(1);
            let tick = match pick(4) {
                0 | 1 if kept.contains(&step) => step,
                2 if kept.contains(&(step + 2)) => step + 2,
                _ => kept.start() + pick(ticks),
            };
            let is_mute = pick(4) == 0;
            let went = if is_mute {
                console.scrub_to(tick)
            } else {
                console.go_to(tick)
            };
            went.map_err(|error| format!("{}: {error}", self.name))?;
            restores += 1;
            self.compare(&console, &straight, is_mute)?;
            // Now and then to the end, so that the newest ticks come again.
            let on = match pick(24) {
                0 => last,
                1..6 => 1 + pick(ON as u64),
                _ => 0,
            };
            for _ in 0..on {
                if console.frame() < last && console.status() == Status::Running {
                    self.play(&mut console, &straight)?;
                }
            }
        }
        Ok(restores)
    }

    /// What every tick leaves, up to the one that ends the cart.
    fn straight(&self) -> Vec<Shown> {
        let mut console = (self.console)();
        let mut shown = Vec::new();
        for tick in 0..self.ticks {
            self.tick(&mut console, tick);
            shown.push(Shown::of(&console));
            if console.status() != Status::Running {
                break;
            }
        }
        shown
    }

    fn tick(&self, console: &mut Console, tick: u64) {
        match (self.inputs)(tick) {
            (input, Some(timing)) => console.tick_timed(&input, &timing),
            (input, None) => console.tick(&input),
        };
    }

    fn play(&self, console: &mut Console, straight: &[Shown]) -> Result<(), String> {
        self.tick(console, console.frame());
        self.compare(console, straight, false)
    }

    fn compare(&self, console: &Console, straight: &[Shown], mute: bool) -> Result<(), String> {
        let tick = console.frame();
        let mut shown = Shown::of(console);
        let Some(wanted) = straight.get(tick as usize - 1) else {
            return Err(format!("{}: there is no tick {tick}", self.name));
        };
        if mute {
            shown.sound = wanted.sound;
        }
        if shown == *wanted {
            return Ok(());
        }
        Err(format!(
            "{}: tick {tick} is another one\n{shown:?}\n{wanted:?}",
            self.name
        ))
    }
}
