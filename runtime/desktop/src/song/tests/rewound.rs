//! Songs in a console that goes back in time: the player is outside of Lua and
//! of the machine, and is brought back to the sample.

use std::collections::BTreeMap;

use console::{Cart, Console, Host, Input, Options, Seed, Songs};

use super::files::{PLUCKS_FLAC, PLUCKS_MP3, PLUCKS_OGG};

const TICKS: u64 = 200;
const RESTORES: usize = 200;

struct Player;

impl Host for Player {
    fn songs(&mut self) -> Box<dyn Songs + Send> {
        crate::songs()
    }
}

fn console() -> Console {
    let files = BTreeMap::from([
        ("main.lua".to_owned(), include_bytes!("song.lua").to_vec()),
        ("plucks.mp3".to_owned(), PLUCKS_MP3.to_vec()),
        ("plucks.ogg".to_owned(), PLUCKS_OGG.to_vec()),
        ("plucks.flac".to_owned(), PLUCKS_FLAC.to_vec()),
    ]);
    let cart = Cart::from_folder("song", &files).expect("it is a cart");
    let options = Options {
        sound_rate: Some(44_100),
        ..Options::default()
    };
    let mut console = Console::new(cart, options, Box::new(Player));
    console.keep_states(64 << 20);
    console
}

#[test]
fn a_tick_that_is_gone_to_sounds_as_it_did() {
    let mut console = console();
    let mut sounds = Vec::new();
    for _ in 0..TICKS {
        console.tick(&Input::default());
        sounds.push(console.sound().to_vec());
    }
    assert_eq!(console.failure(), None);
    let heard = |console: &Console, muted: bool| {
        let tick = console.frame();
        let wanted = &sounds[tick as usize - 1];
        assert!(muted || console.sound() == wanted, "tick {tick}");
    };
    let mut stream = Seed::from_text("songs").stream();
    let mut pick = |count: usize| stream.index(count).unwrap_or_default();
    for _ in 0..RESTORES {
        let newest = *console.kept().end();
        let tick = 2 + pick(newest as usize - 1) as u64;
        let muted = pick(2) == 0;
        let went = if muted {
            console.scrub_to(tick)
        } else {
            console.go_to(tick)
        };
        went.expect("it is kept");
        heard(&console, muted);
        // Now and then to the end, so that all of it is kept again.
        let on = if pick(9) == 0 { TICKS } else { pick(5) as u64 };
        for _ in 0..on.min(TICKS - tick) {
            console.tick(&Input::default());
            heard(&console, false);
        }
        if *console.kept().end() < TICKS / 2 {
            while console.frame() < TICKS {
                console.tick(&Input::default());
            }
        }
    }
}
