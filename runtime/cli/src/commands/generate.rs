//! `downbeat gen`: a map from a generator, as text, JSON, picture, animation
//! or Tiled map; or figures about the maps of many seeds.
//!
//! What is written is a function of the arguments alone.

mod parameters;
mod picture;
mod range;
mod tiled;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use console::write_whole;
use mapgen::{Chain, GenError};

use crate::exit::{Exit, Failure, Outcome};
use crate::output;
pub(crate) use parameters::with_parameters;

const GLYPHS: &str = "\
Text has a line for each row and a glyph for each cell: # wall, . floor of a room,
, floor of a corridor, + door, < start, > exit, k key, $ treasure, s shop, e enemy,
* loot, % cracked wall, ! goal, o rubble in a room, X locked door, ~ water, : sand,
\" grass, t forest, ^ rock, ? anything else.

Parameters of the generator are options too: `--depth 5` is `-p depth=5`;
`--list` has all of them. In a chain `--loops.count 3` is that of loops. A QR code takes `-p text=...`, or `-p image=FILE` for a
photograph or screenshot of one.";

/// Makes a map with a generator
#[derive(Args)]
#[command(after_help = GLYPHS)]
pub(crate) struct Generate {
    /// The generator; with + behind it, what goes on from its map: caves+loops+ends
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// Lists all generators with their parameters, ranges and defaults
    #[arg(long)]
    list: bool,
    /// Columns and rows, as 64x48
    #[arg(long, value_name = "WxH", value_parser = parameters::size)]
    size: Option<(u32, u32)>,
    /// The seed: a number, or any text
    #[arg(long, value_name = "SEED", default_value = "0")]
    seed: String,
    /// A parameter of the generator; may be given several times
    #[arg(short, long = "parameter", value_name = "NAME=VALUE", value_parser = parameters::pair)]
    parameters: Vec<(String, String)>,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where to write it; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Pixels of a cell in pictures
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    scale: u32,
    /// Measures the maps of many seeds, A to B, both included
    #[arg(long, value_name = "A..B", value_parser = parameters::span, conflicts_with_all = ["seed", "format"])]
    seeds: Option<(u64, u64)>,
    /// What to write about them: a line a seed, or a heat map of two figures
    #[arg(long, value_enum, default_value_t = Metrics::Csv, requires = "seeds")]
    metrics: Metrics,
    /// The two figures of the heat map: to the right, and upwards
    #[arg(long, value_name = "X,Y", default_value = "linearity,leniency", requires = "seeds",
        value_parser = range::axes)]
    axes: (range::Figure, range::Figure),
}

/// Forms of a map.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Lines of glyphs
    Text,
    /// Everything about the map
    Json,
    /// A picture
    Png,
    /// An animation of the steps
    Gif,
    /// A map for Tiled; its tile set is a picture beside it
    Tmj,
}

/// Forms of figures about many maps.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Metrics {
    /// A table
    Csv,
    /// A heat map of two figures
    Png,
}

impl Generate {
    pub(crate) fn execute(self) -> Outcome {
        let Some(name) = self.name.as_deref().filter(|_| !self.list) else {
            output::text(&parameters::listed());
            return Ok(());
        };
        let chain = parameters::chain(name, &self.parameters, self.size)?;
        if let Some((first, last)) = self.seeds {
            let maps = range::measure(&chain, first, last)?;
            let bytes = match self.metrics {
                Metrics::Csv => range::table(&maps).into_bytes(),
                Metrics::Png => range::heat_map(&maps, self.axes)?,
            };
            return self.write(&bytes, self.metrics == Metrics::Png);
        }
        self.map(&chain.seeded(console::Seed::from_text(&self.seed)))
    }

    fn map(&self, chain: &Chain) -> Outcome {
        if self.format == Format::Gif {
            let gif = picture::animation(chain, self.scale)?;
            return self.write(&gif, true);
        }
        let map = chain.generate().map_err(|error| wrong(&error))?;
        match self.format {
            Format::Json => self.write(format!("{}\n", map.to_json()).as_bytes(), false),
            Format::Png => self.write(&picture::still(&map.grid, self.scale)?, true),
            Format::Tmj => {
                let tiles = self.output.as_ref().map(|path| path.with_extension("png"));
                let name = tiles.as_deref().and_then(Path::file_name);
                let name = name.map_or("tiles.png".into(), std::ffi::OsStr::to_string_lossy);
                let tiled = tiled::map(&map, &name);
                self.write(format!("{tiled}\n").as_bytes(), false)?;
                match tiles {
                    Some(path) => write_whole(&path, &picture::tiles()?)
                        .map_err(|error| Failure::file("write", &path, error)),
                    None => Ok(()),
                }
            }
            Format::Text | Format::Gif => self.write(map.to_text().as_bytes(), false),
        }
    }

    /// Writes to the file or to standard output.
    fn write(&self, bytes: &[u8], is_picture: bool) -> Outcome {
        match &self.output {
            Some(path) if path.as_os_str() != "-" => {
                write_whole(path, bytes).map_err(|error| Failure::file("write", path, error))
            }
            _ if is_picture && io::stdout().is_terminal() => Err(Failure::new(
                Exit::Usage,
                "a picture is nothing for a terminal; name a file with -o FILE",
            )),
            _ => {
                output::bytes(bytes);
                Ok(())
            }
        }
    }
}

/// A call of a generator that cannot be followed.
fn wrong(error: &GenError) -> Failure {
    Failure::new(Exit::Usage, format!("gen: {error}"))
}

/// Says on a terminal how far the work is, in hundredths; the last removes it.
fn progress(done: u64, all: u64) {
    if !io::stderr().is_terminal() {
        return;
    }
    let percent = done * 100 / all.max(1);
    let full = "#".repeat((percent / 5) as usize);
    let line = if done < all {
        format!("\r[{full:<20}] {percent:>3} %")
    } else {
        format!("\r{:27}\r", "")
    };
    let _ = io::stderr().lock().write_all(line.as_bytes());
}
