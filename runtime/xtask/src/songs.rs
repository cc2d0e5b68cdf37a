//! `cargo xtask songs [NAME..]`: renders the scores of carts to `.ogg` files.
//!
//! A score is a text, `carts/CART/score/NAME.txt`; what becomes of it is
//! `carts/CART/music/NAME.ogg`. Sums and products decide every sample, so a
//! score has the same samples on every machine, and their digest in the file's
//! comments tells whether the file is still what its score says.

mod levels;
mod notes;
mod pitch;
mod render;
mod score;
mod synth;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::step;
use render::Song;

/// Name of the comment with the digest of the samples.
const MARK: &str = "SAMPLES=";

/// Renders the scores with these names, or all; true if it could.
pub(crate) fn run(arguments: &[String]) -> Result<bool> {
    let names: Vec<&String> = arguments.iter().filter(|it| *it != "--wav").collect();
    let as_wav = arguments.iter().any(|it| it == "--wav");
    let mut count = 0;
    for path in scores()? {
        let name = stem(&path);
        if !names.is_empty() && !names.iter().any(|it| **it == name) {
            continue;
        }
        let song = song(&path)?;
        let mut file = ogg_of(&path);
        if as_wav {
            file.set_extension("wav");
            std::fs::write(&file, wav(&song))?;
        } else {
            encode(&song, &file)?;
        }
        let bytes = std::fs::metadata(&file)?.len();
        println!("{name}: {song}, {} KiB", bytes / 1024);
        count += 1;
    }
    ensure!(count > 0, "no score has such a name");
    Ok(true)
}

/// The scores of all carts, in the order of their names.
fn scores() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for cart in std::fs::read_dir(step::root().join("carts"))? {
        let folder = cart?.path().join("score");
        if folder.is_dir() {
            for score in std::fs::read_dir(folder)? {
                found.push(score?.path());
            }
        }
    }
    found.retain(|path| path.extension().is_some_and(|it| it == "txt"));
    found.sort();
    Ok(found)
}

fn song(path: &Path) -> Result<Song> {
    let text = std::fs::read_to_string(path)?;
    let score = score::Score::read(&text);
    let score = score.with_context(|| format!("in {}", path.display()))?;
    Ok(render::song(&score))
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Where the sound of a score is kept.
fn ogg_of(score: &Path) -> PathBuf {
    let cart = score.ancestors().nth(2).unwrap_or(score);
    cart.join("music").join(stem(score)).with_extension("ogg")
}

/// Has oggenc write the file. Without a serial number of ours it would draw
/// one, and the same song would have different bytes each time.
fn encode(song: &Song, file: &Path) -> Result<()> {
    let mut encoder = Command::new("oggenc")
        .args(["--quiet", "--serial", "1", "--quality", &song.quality])
        .args(["--title", &song.title, "--artist", "the Downbeat team"])
        .args(["--comment", &format!("{MARK}{:016x}", digest(song))])
        .args(["--comment", "LICENSE=MIT OR Apache-2.0", "--output"])
        .arg(file)
        .arg("-")
        .stdin(Stdio::piped())
        .spawn()
        .context("cannot start oggenc, which the package vorbis-tools has")?;
    let mut input = encoder.stdin.take().context("oggenc takes no input")?;
    input.write_all(&wav(song))?;
    drop(input);
    ensure!(encoder.wait()?.success(), "oggenc failed");
    Ok(())
}

/// A WAV file of 16 bits.
fn wav(song: &Song) -> Vec<u8> {
    let length = song.frames.len() as u32 * 4;
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x02\0");
    bytes.extend(song.rate.to_le_bytes());
    bytes.extend((song.rate * 4).to_le_bytes());
    bytes.extend(b"\x04\0\x10\0data");
    bytes.extend(length.to_le_bytes());
    bytes.extend(song.frames.iter().flatten().flat_map(|it| it.to_le_bytes()));
    bytes
}

/// FNV-1a of all samples, and of what else goes to the encoder.
fn digest(song: &Song) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let head = format!("{} {} {}", song.title, song.quality, song.rate);
    let samples = song.frames.iter().flatten();
    let samples = samples.flat_map(|sample| sample.to_le_bytes());
    for byte in head.bytes().chain(samples) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digest in a file, as it stands there.
    fn marked(file: &[u8]) -> Option<String> {
        let at = file
            .windows(MARK.len())
            .position(|it| it == MARK.as_bytes())?;
        let digits = file.get(at + MARK.len()..)?.get(..16)?;
        Some(String::from_utf8_lossy(digits).into_owned())
    }

    #[test]
    fn songs_are_what_their_scores_say() {
        let scores = scores().expect("there are carts");
        assert!(!scores.is_empty());
        for score in scores {
            let song = song(&score).expect("the score is in order");
            let file = std::fs::read(ogg_of(&score)).expect("the song was rendered");
            assert_eq!(
                marked(&file),
                Some(format!("{:016x}", digest(&song))),
                "{}: run cargo xtask songs",
                score.display()
            );
        }
    }

    #[test]
    fn another_sample_has_another_digest() {
        let text = "voice it wave=saw\nsection a 1\nchords C\nit 0\norder a";
        let score = score::Score::read(text).expect("it is in order");
        let mut song = render::song(&score);
        let before = digest(&song);
        song.frames[1000][0] ^= 1;
        assert_ne!(digest(&song), before);
    }
}
