//! An X display of our own to open windows on, with its screenshots and key
//! presses: Xvfb, xdotool, and `import` of Image Magick.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::difference::{self, Pixels};

/// The programs that a display needs and the system lacks.
pub fn missing() -> Vec<&'static str> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let there =
        |program: &str| std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    ["Xvfb", "xdotool", "import"]
        .into_iter()
        .filter(|program| !there(program))
        .collect()
}

/// A display for a test, if this system can have one: 1024x768 pixels. Where
/// it cannot, the test is passed over, saying so; on a build server it fails.
///
/// # Panics
/// On a build server without the programs, and if Xvfb does not start.
pub fn for_a_test() -> Option<Display> {
    let missing = missing();
    if missing.is_empty() {
        return Some(Display::open(1024, 768).expect("Xvfb runs"));
    }
    assert!(!crate::strict(), "missing: {}", missing.join(", "));
    crate::skipped(&format!("{} is missing", missing.join(", ")));
    None
}

/// A running X server; it ends when this goes out of scope.
pub struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Starts a server on a free display.
    pub fn open(width: u32, height: u32) -> Result<Display> {
        let screen = format!("{width}x{height}x24");
        // The server finds a free number itself and writes it to this pipe.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-nolisten", "tcp"])
            // Without it the server starts anew, and refuses everyone
            // meanwhile, whenever its last client leaves.
            .arg("-noreset")
            .args(["-screen", "0", &screen])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start Xvfb")?;
        let pipe = server.stdout.take().context("Xvfb has no output")?;
        let mut number = String::new();
        BufReader::new(pipe).read_line(&mut number)?;
        let display = Display {
            server,
            name: format!(":{}", number.trim()),
        };
        ensure!(display.name.len() > 1, "Xvfb did not start");
        Ok(display)
    }

    /// Lets a command open its windows here, and nowhere else.
    pub fn give_to(&self, command: &mut Command) {
        command
            .env("DISPLAY", &self.name)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET");
    }

    /// The number of the window that a process has opened, waiting for it.
    pub fn window_of(&self, process: &mut Child, wait: Duration) -> Result<String> {
        let id = process.id().to_string();
        let end = Instant::now() + wait;
        loop {
            let search = ["search", "--onlyvisible", "--pid", &id];
            let found = self.command("xdotool").args(search).output()?;
            let text = String::from_utf8_lossy(&found.stdout).into_owned();
            if let Some(window) = text.lines().next() {
                return Ok(window.to_owned());
            }
            if let Some(status) = process.try_wait()? {
                bail!("the program ended ({status}) before its window opened");
            }
            ensure!(Instant::now() < end, "no window after {wait:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Everything that the screen shows.
    pub fn screenshot(&self) -> Result<Pixels> {
        let path = crate::target().join(format!("tests/screen{}.png", &self.name[1..]));
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let taken = self
            .command("import")
            .args(["-window", "root", "-depth", "8"])
            .arg(&path)
            .output()?;
        ensure!(
            taken.status.success(),
            "no screenshot: {}",
            String::from_utf8_lossy(&taken.stderr)
        );
        let pixels = difference::read(&path);
        let _ = std::fs::remove_file(&path);
        pixels
    }

    /// Runs xdotool, such as `["keydown", "Right"]`.
    pub fn xdotool(&self, arguments: &[&str]) -> Result<()> {
        let done = self.command("xdotool").args(arguments).output()?;
        ensure!(
            done.status.success(),
            "xdotool {}: {}",
            arguments.join(" "),
            String::from_utf8_lossy(&done.stderr)
        );
        Ok(())
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        self.give_to(&mut command);
        command
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Writes a screenshot next to the other results, for a person to look at.
pub fn keep(name: &str, pixels: &Pixels) -> Result<String> {
    let path = crate::target().join("tests").join(name);
    difference::write(&path, pixels)?;
    Ok(Path::new(&path).display().to_string())
}
