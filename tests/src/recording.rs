//! A cart run headless and in-process, with everything that came out.

use std::path::Path;

use anyhow::{Context, Result};
use console::{Console, InputScript, NullHost, Options, Picture, Status};

use crate::difference::Pixels;

/// What a cart did, beside its pictures.
#[derive(Debug)]
pub struct Recording {
    /// Trace lines, as in a trace file.
    pub trace: Vec<String>,
    /// How it ended, or that it was running still.
    pub status: Status,
}

/// Runs a cart for some frames; `each` sees the console after every frame
/// that has a picture. The frame of a mistake has none.
///
/// Fails only if the cart cannot be read; a cart's own mistake is recorded.
pub fn record(
    cart: &Path,
    inputs: &InputScript,
    frames: u64,
    each: impl FnMut(u64, &Console),
) -> Result<Recording> {
    record_with(Options::default(), cart, inputs, frames, each)
}

/// The same, with options such as a sample rate.
pub fn record_with(
    options: Options,
    cart: &Path,
    inputs: &InputScript,
    frames: u64,
    mut each: impl FnMut(u64, &Console),
) -> Result<Recording> {
    let name = || format!("cannot load {}", cart.display());
    let cart = console::load_cart(cart).with_context(name)?;
    let mut console = Console::new(cart, options, Box::new(NullHost));
    let mut trace = Vec::new();
    for frame in 0..frames {
        let status = console.tick(&inputs.input(frame));
        let happened = console.happenings().iter();
        trace.extend(happened.map(|happening| happening.trace_line(frame)));
        if status != Status::Failed {
            each(frame, &console);
        }
        if status != Status::Running {
            break;
        }
    }
    Ok(Recording {
        trace,
        status: console.status(),
    })
}

/// The picture of the console, border included.
pub fn picture(console: &Console) -> Pixels {
    pixels(console.picture().clone())
}

/// The picture without its border.
pub fn screen(console: &Console) -> Pixels {
    pixels(console.picture().screen())
}

fn pixels(picture: Picture) -> Pixels {
    Pixels {
        width: picture.width,
        height: picture.height,
        rgba: picture.rgba,
    }
}
