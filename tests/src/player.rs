//! The program playing a case of `suite/window` in a window that has the
//! keyboard, with the lines that it writes.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::display::Display;
use crate::program;

/// Longest time to wait for something; a loaded machine is slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that plays; it ends when this goes out of scope.
pub struct Player {
    process: Child,
    lines: mpsc::Receiver<String>,
}

impl Player {
    /// Starts a case with further options of `downbeat run`. It is muted, on
    /// the CPU, and writes what its clock shows.
    ///
    /// # Panics
    /// If no window opens.
    pub fn start(display: &Display, case: &str, options: &[&str]) -> Player {
        let cart = crate::root().join(format!("tests/suite/window/{case}/cart.lua"));
        Player::play(display, &cart, options)
    }

    /// As [`Player::start`], with any cart.
    ///
    /// # Panics
    /// If no window opens.
    pub fn play(display: &Display, cart: &Path, options: &[&str]) -> Player {
        let mut command = program::downbeat().expect("the program is built");
        command.arg("run").arg(cart);
        command.args(["--presenter", "cpu", "--mute", "--log-clock"]);
        command.args(options).stdout(Stdio::piped());
        display.give_to(&mut command);
        let mut process = command.spawn().expect("the program starts");
        let window = display
            .window_of(&mut process, PATIENCE)
            .expect("a window opens");
        // Without a window manager nobody gives the window the keyboard.
        display
            .xdotool(&["windowfocus", "--sync", &window])
            .expect("a focus");
        let pipe = process.stdout.take().expect("there is a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Player { process, lines }
    }

    /// The next line that begins with a word, without it.
    ///
    /// # Panics
    /// If none comes.
    pub fn line(&self, word: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let wait = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(wait);
            let line = line.unwrap_or_else(|_| panic!("no line {word:?} came"));
            if let Some(rest) = line.strip_prefix(word) {
                return rest.trim().to_owned();
            }
        }
    }

    /// The number in the next line that begins with a word and has one.
    ///
    /// # Panics
    /// If none comes.
    pub fn number(&self, word: &str) -> u64 {
        loop {
            if let Ok(number) = self.line(word).parse() {
                return number;
            }
        }
    }

    /// Forgets the lines so far; the number in the last one with this word.
    pub fn last(&self, word: &str) -> Option<u64> {
        let lines = self.lines.try_iter();
        let numbers = lines.filter_map(|line| line.strip_prefix(word)?.trim().parse().ok());
        numbers.last()
    }

    /// The next line that comes within a time.
    pub fn any_line(&self, wait: Duration) -> Option<String> {
        self.lines.recv_timeout(wait).ok()
    }

    /// Waits until the program has ended by itself.
    ///
    /// # Panics
    /// If the system cannot tell.
    pub fn wait_for_end(&mut self) {
        self.process.wait().expect("the program ends");
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
