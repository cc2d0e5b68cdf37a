//! `downbeat record`: runs a cart without a window, faster than real time,
//! the same in every run, and writes down what it did.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use console::capture::{GifRecorder, write_png};
use console::{
    Console, Happening, Host, InputScript, Options, Picture, Replay, ReplayPlayer, Seed, Songs,
    Status, load_cart, screen_md5, sound_registers, write_whole,
};

use super::run;
use crate::exit::{Exit, Failure, Outcome};
use crate::output;
use crate::wav::WavFile;

/// Runs a cart headless and deterministic and records what it does
#[derive(Args)]
pub(crate) struct Record {
    /// The cart: a .lua, .tic or .png file, or a folder
    cart: PathBuf,
    /// How many frames to run: those of a replay, or 60
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// Input script, lines FROM TO GAMEPADHEX MX MY BUTTONS K1 K2 K3 K4; or a replay, as JSON
    #[arg(long, value_name = "FILE")]
    inputs: Option<PathBuf>,
    /// Hands a picture of a QR code to the cart in the first tick
    #[arg(long, value_name = "FILE")]
    drop: Vec<PathBuf>,
    /// Hands a text to the cart in the first tick
    #[arg(long, value_name = "TEXT")]
    paste: Vec<String>,
    /// Seed of math.random: that of a replay, or 0
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Writes one line a frame: its number and the MD5 of the screen's RGBA bytes
    #[arg(long, value_name = "FILE")]
    frame_hashes: Option<PathBuf>,
    /// Writes the 72 sound register bytes and 4 stereo bytes of each tick in hex
    #[arg(long, value_name = "FILE")]
    registers: Option<PathBuf>,
    /// Writes trace calls (T), errors (E) and exit (X), one line each
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Writes a digest of all that the cart can see of the state for each frame
    #[arg(long, value_name = "FILE")]
    digest: Option<PathBuf>,
    /// Writes the picture after a frame; may be given several times
    #[arg(long, value_name = "N=FILE", value_parser = frame_and_file)]
    png: Vec<(u64, PathBuf)>,
    /// Writes all frames as an animation
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Leaves this many frames at the start out of the animation
    #[arg(long, value_name = "N", requires = "gif", default_value_t = 0)]
    gif_from: u64,
    /// Enlarges PNG and GIF pictures a whole number of times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    scale: u32,
    /// Writes the sound: 16 bits, stereo
    #[arg(long, value_name = "FILE")]
    wav: Option<PathBuf>,
    /// Sample rate of the sound in Hz
    #[arg(long, value_name = "HZ", requires = "wav", default_value_t = 44_100,
        value_parser = clap::value_parser!(u32).range(1_000..=768_000))]
    rate: u32,
    /// Writes a replay of the run, with digests to compare with
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Includes the border in PNG and GIF pictures
    #[arg(long)]
    border: bool,
}

/// The value of `--png`.
fn frame_and_file(text: &str) -> Result<(u64, PathBuf), String> {
    let (frame, file) = text
        .split_once('=')
        .ok_or("write it as FRAME=FILE, such as 30=shot.png")?;
    let frame = frame
        .parse()
        .map_err(|_| format!("'{frame}' is no frame number"))?;
    Ok((frame, PathBuf::from(file)))
}

impl Record {
    pub(crate) fn execute(self) -> Outcome {
        let cart = load_cart(&self.cart)?;
        let mut inputs = Inputs::read(self.inputs.as_deref())?;
        let replay = inputs.replay();
        let seed = (self.seed)
            .or(replay.map(|replay| replay.seed))
            .unwrap_or(0);
        let frames = (self.frames)
            .or(replay.map(|replay| replay.ticks))
            .unwrap_or(60);
        let mut options = Options::default();
        options.script.seed = Seed::new(seed);
        options.sound_rate = self.wav.as_ref().map(|_| self.rate);
        let mut console = match replay {
            Some(replay) => Console::at_start_of(replay, cart, options, Box::new(Headless)),
            None => Console::new(cart, options, Box::new(Headless)),
        };
        if self.replay.is_some() {
            console.record();
        }
        for handed in run::handed(&self.drop, &self.paste)? {
            console.hand(handed);
        }
        let mut outputs = Outputs::open(&self, console.picture())?;
        for frame in 0..frames {
            let status = inputs.tick(frame, &mut console)?;
            outputs.frame(frame, &mut console, status)?;
            if status != Status::Running {
                break;
            }
        }
        outputs.finish()?;
        if let (Some(path), Some(recorder)) = (&self.replay, console.recorder()) {
            write_whole(path, recorder.replay().to_json().as_bytes())
                .map_err(|error| Failure::file("write", path, error))?;
        }
        match console.failure() {
            Some(failure) => Err(Failure::new(Exit::CartFailed, failure)),
            None => Ok(()),
        }
    }
}

/// An outside that has songs and nothing else.
pub(crate) struct Headless;

impl Host for Headless {
    fn songs(&mut self) -> Box<dyn Songs + Send> {
        desktop::songs()
    }
}

/// What is pressed in a run.
enum Inputs {
    Script(InputScript),
    Replay(Box<ReplayPlayer>, PathBuf),
}

impl Inputs {
    /// Reads an input script or a replay; without one, nothing is ever pressed.
    fn read(path: Option<&Path>) -> Result<Inputs, Failure> {
        let Some(path) = path else {
            return Ok(Inputs::Script(InputScript::default()));
        };
        let bytes = console::read_file(path).map_err(|error| Failure::new(Exit::Usage, error))?;
        let text = String::from_utf8_lossy(&bytes);
        if text.trim_start().starts_with('{') {
            let replay = Replay::parse(&text).map_err(|error| wrong(path, error))?;
            let player = Box::new(ReplayPlayer::new(replay));
            return Ok(Inputs::Replay(player, path.to_owned()));
        }
        let script = InputScript::parse(&text).map_err(|error| wrong(path, error))?;
        Ok(Inputs::Script(script))
    }

    fn replay(&self) -> Option<&Replay> {
        match self {
            Inputs::Script(_) => None,
            Inputs::Replay(player, _) => Some(player.replay()),
        }
    }

    /// Runs the next tick.
    fn tick(&mut self, frame: u64, console: &mut Console) -> Result<Status, Failure> {
        match self {
            Inputs::Script(script) => Ok(console.tick(&script.input(frame))),
            Inputs::Replay(player, path) => {
                (player.step(console)).map_err(|fault| wrong(path, fault))
            }
        }
    }
}

/// A file that was given and cannot be followed.
pub(crate) fn wrong(path: &Path, error: impl Display) -> Failure {
    Failure::new(Exit::Usage, format!("{}: {error}", path.display()))
}

/// A text file that is being written.
struct Lines {
    path: PathBuf,
    writer: Box<dyn Write>,
}

impl Lines {
    /// Opens a file; `-` is standard output.
    fn open(path: &Path) -> Result<Lines, Failure> {
        let writer: Box<dyn Write> = if path.as_os_str() == "-" {
            Box::new(io::stdout().lock())
        } else {
            Box::new(BufWriter::new(
                File::create(path).map_err(|error| Failure::file("write", path, error))?,
            ))
        };
        Ok(Lines {
            path: path.to_owned(),
            writer,
        })
    }

    fn write(&mut self, line: &str) -> Outcome {
        writeln!(self.writer, "{line}").map_err(|error| Failure::file("write", &self.path, error))
    }

    fn finish(mut self) -> Outcome {
        self.writer
            .flush()
            .map_err(|error| Failure::file("write", &self.path, error))
    }
}

/// Everything that was asked for, open.
struct Outputs {
    hashes: Option<Lines>,
    registers: Option<Lines>,
    trace: Option<Lines>,
    digest: Option<Lines>,
    pngs: Vec<(u64, PathBuf)>,
    gif: Option<(GifRecorder<BufWriter<File>>, PathBuf)>,
    gif_from: u64,
    scale: u32,
    wav: Option<(WavFile<BufWriter<File>>, PathBuf)>,
    border: bool,
    print_traces: bool,
}

impl Outputs {
    fn open(record: &Record, picture: &Picture) -> Result<Outputs, Failure> {
        let lines = |path: &Option<PathBuf>| path.as_deref().map(Lines::open).transpose();
        let gif = match &record.gif {
            Some(path) => {
                let file =
                    File::create(path).map_err(|error| Failure::file("write", path, error))?;
                let shown = shown(picture, record.border);
                // Pictures are enlarged to fit.
                let [width, height] =
                    [shown.width, shown.height].map(|side| side * record.scale as usize);
                let gif = GifRecorder::new(BufWriter::new(file), width, height)
                    .map_err(|error| Failure::file("write", path, error))?;
                Some((gif, path.clone()))
            }
            None => None,
        };
        let wav = match &record.wav {
            Some(path) => {
                let wav = File::create(path)
                    .and_then(|file| WavFile::new(BufWriter::new(file), record.rate))
                    .map_err(|error| Failure::file("write", path, error))?;
                Some((wav, path.clone()))
            }
            None => None,
        };
        Ok(Outputs {
            hashes: lines(&record.frame_hashes)?,
            registers: lines(&record.registers)?,
            trace: lines(&record.trace)?,
            digest: lines(&record.digest)?,
            pngs: record.png.clone(),
            gif,
            gif_from: record.gif_from,
            scale: record.scale,
            wav,
            border: record.border,
            print_traces: record.trace.is_none(),
        })
    }

    fn frame(&mut self, frame: u64, console: &mut Console, status: Status) -> Outcome {
        for happening in console.happenings() {
            match (&mut self.trace, happening) {
                (Some(trace), happening) => trace.write(&happening.trace_line(frame))?,
                (None, Happening::Trace { text, .. }) if self.print_traces => {
                    output::bytes_line(text);
                }
                _ => {}
            }
        }
        if let Some((wav, path)) = &mut self.wav {
            wav.write(console.sound())
                .map_err(|error| Failure::file("write", path, error))?;
        }
        if status == Status::Failed {
            return Ok(());
        }
        if let Some(hashes) = &mut self.hashes {
            hashes.write(&format!("{frame} {}", screen_md5(console.picture())))?;
        }
        if let Some(registers) = &mut self.registers {
            registers.write(&sound_registers(console.machine()))?;
        }
        if let Some(digest) = &mut self.digest {
            digest.write(&format!("{frame} {:016x}", console.digest().number()))?;
        }
        for (_, path) in self.pngs.iter().filter(|(wanted, _)| *wanted == frame) {
            let file = File::create(path).map_err(|error| Failure::file("write", path, error))?;
            write_png(
                BufWriter::new(file),
                &shown(console.picture(), self.border),
                self.scale,
            )
            .map_err(|error| Failure::file("write", path, error))?;
        }
        if let Some((gif, path)) = self.gif.as_mut().filter(|_| frame >= self.gif_from) {
            gif.add(&shown(console.picture(), self.border))
                .map_err(|error| Failure::file("write", path, error))?;
        }
        Ok(())
    }

    fn finish(self) -> Outcome {
        for lines in [self.hashes, self.registers, self.trace, self.digest]
            .into_iter()
            .flatten()
        {
            lines.finish()?;
        }
        if let Some((gif, path)) = self.gif {
            gif.finish()
                .map_err(|error| Failure::file("write", &path, error))?;
        }
        if let Some((wav, path)) = self.wav {
            wav.finish()
                .map_err(|error| Failure::file("write", &path, error))?;
        }
        Ok(())
    }
}

/// The picture that is written: with its border, or only what is inside.
fn shown(picture: &Picture, border: bool) -> Cow<'_, Picture> {
    if border {
        Cow::Borrowed(picture)
    } else {
        Cow::Owned(picture.screen())
    }
}

#[cfg(test)]
mod tests {
    use super::frame_and_file;

    #[test]
    fn the_png_option_wants_a_frame_and_a_file() {
        assert_eq!(frame_and_file("3=a=b.png").expect("parses").0, 3);
        assert!(frame_and_file("shot.png").is_err());
        assert!(frame_and_file("x=shot.png").is_err());
    }
}
