//! `downbeat run`: plays a cart in a window.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use console::{Cart, Handed, Seed, load_cart, read_file};
use desktop::{DesktopError, RecordTo, RunOptions};

use crate::exit::{Exit, Failure, Outcome};
use crate::output;

/// The cart that opens when none is named.
const SHOWCASE: &[u8] = include_bytes!("../../../../carts/comet_keeper.lua");
pub(crate) const SHOWCASE_NAME: &str = "comet_keeper.lua";

/// Plays a cart in a window; without a cart, the one that comes with Downbeat
#[derive(Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Run {
    /// The cart: a .lua, .tic or .png file, or a folder
    cart: Option<PathBuf>,
    /// Starts in full screen (F11 switches)
    #[arg(long)]
    fullscreen: bool,
    /// Size of the window: screen pixels for each pixel of the cart
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=16))]
    scale: Option<u32>,
    /// How pictures reach the window
    #[arg(long, value_enum, default_value_t = Presenter::Auto)]
    presenter: Presenter,
    /// Seed of math.random
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Starts without sound; the menu turns it on
    #[arg(long)]
    mute: bool,
    /// Writes the session to this replay, not among the last five of the cart
    #[arg(long, value_name = "FILE", conflicts_with = "no_replay")]
    replay: Option<PathBuf>,
    /// Does not write the session down
    #[arg(long)]
    no_replay: bool,
    /// Says which presenter was chosen and what is missing
    #[arg(long)]
    verbose: bool,
    /// Backspace does not turn time back, and save states are not loaded
    #[arg(long)]
    no_rewind: bool,
    /// Memory for going back in time; 0 keeps nothing
    #[arg(long, value_name = "MB", default_value_t = desktop::REWIND_MEMORY >> 20, value_parser = megabytes)]
    rewind_memory: usize,
    /// Developer mode: F2 inspector, F3 beat and verdicts, F4 timeline
    #[arg(long)]
    dev: bool,
    /// Hands a picture of a QR code to the cart, as if dropped on its window
    #[arg(long, value_name = "FILE")]
    drop: Vec<PathBuf>,
    /// Hands a text to the cart, as if pasted into it
    #[arg(long, value_name = "TEXT")]
    paste: Vec<String>,
    /// Says on stdout when the console's clock was 0, in nanoseconds since 1970
    #[arg(long, hide = true)]
    log_clock: bool,
    /// Closes the window after this many ticks
    #[arg(long, value_name = "N", hide = true)]
    quit_after: Option<u64>,
}

/// The values of `--presenter`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Presenter {
    /// The GPU where there is a real one, else the CPU
    Auto,
    /// The GPU, also a software one
    Gpu,
    /// The CPU
    Cpu,
}

impl Run {
    pub(crate) fn execute(self) -> Outcome {
        let cart = match &self.cart {
            Some(path) => load_cart(path)?,
            None => showcase()?,
        };
        for warning in &cart.warnings {
            output::error(&format!("{}: note: {warning}", cart.name));
        }
        let mut options = RunOptions::new(cart);
        options.trace = Arc::new(output::line);
        options.log = Arc::new(output::error);
        if self.verbose {
            options.notes = Arc::new(output::error);
        }
        if self.no_replay {
            options.record_to = RecordTo::Nothing;
        } else if let Some(path) = self.replay {
            options.record_to = RecordTo::File(path);
        }
        options.file = self.cart;
        options.fullscreen = self.fullscreen;
        options.scale = self.scale;
        options.muted = self.mute;
        options.console.script.seed = Seed::new(self.seed);
        options.handed = handed(&self.drop, &self.paste)?;
        options.quit_after = self.quit_after;
        options.no_rewind = self.no_rewind;
        options.rewind_memory = self.rewind_memory << 20;
        options.developer = self.dev;
        if self.log_clock {
            options.clock_log = Some(Arc::new(output::line));
        }
        options.presenter = self.presenter.into();
        open(options)
    }
}

/// What `--drop` and `--paste` hand to a cart.
pub(super) fn handed(drop: &[PathBuf], paste: &[String]) -> Result<Vec<Handed>, Failure> {
    let pictures = drop.iter().map(|path| {
        let bytes = read_file(path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok(Handed::picture(&name, &bytes))
    });
    let texts = paste.iter().map(|text| Ok(Handed::text(text)));
    pictures.chain(texts).collect()
}

impl From<Presenter> for desktop::Presenter {
    fn from(presenter: Presenter) -> Self {
        match presenter {
            Presenter::Auto => Self::Auto,
            Presenter::Gpu => Self::Gpu,
            Presenter::Cpu => Self::Cpu,
        }
    }
}

/// The cart that comes with Downbeat.
pub(crate) fn showcase() -> Result<Cart, Failure> {
    Cart::from_bytes(SHOWCASE_NAME, SHOWCASE).map_err(|error| Failure::new(Exit::CannotRead, error))
}

/// Megabytes, of which no machine has more than this many to give away.
fn megabytes(text: &str) -> Result<usize, String> {
    let most = 1 << 16;
    let asked = text.parse().ok().filter(|megabytes| *megabytes <= most);
    asked.ok_or_else(|| format!("a number from 0 to {most} is needed"))
}

/// Opens a window and stays until it closes.
pub(crate) fn open(options: RunOptions) -> Outcome {
    desktop::run(options).map_err(|error| {
        let exit = match error {
            DesktopError::Crashed(_) => Exit::CartFailed,
            DesktopError::Replay(_) => Exit::Usage,
            _ => Exit::NoDisplay,
        };
        Failure::new(exit, error)
    })
}
