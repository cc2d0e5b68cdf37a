//! Scores: voices, sections of bars, and the order in which they are played.
//!
//! A line of a section is a voice and its bars, `|` between them. A bar is cut
//! into as many equal steps as it has words, so none can be too long; fewer
//! bars than the section has are repeated. `carts/pulse_code/score/README.md`
//! describes the whole of it.

use anyhow::{Context, Result, bail, ensure};

use super::notes::{self, Bar};
use super::pitch::{self, Chord};

/// Steps that a bar has at the finest: 48 a beat, of which a sixteenth has 12,
/// a triplet of eighths 16.
pub(super) const UNITS_A_BAR: usize = 192;

/// A song as text.
#[derive(Debug)]
pub(super) struct Score {
    pub(super) title: String,
    pub(super) bpm: u32,
    /// Frames a second; a beat has a whole number of them.
    pub(super) rate: u32,
    /// For the encoder, -1 to 10.
    pub(super) quality: String,
    /// Where the second sixteenth of an eighth is, from 0.5 on: straight.
    pub(super) swing: f64,
    pub(super) echo: Echo,
    pub(super) voices: Vec<Voice>,
    pub(super) sections: Vec<Section>,
    /// Sections in the order in which they are played.
    pub(super) order: Vec<usize>,
    /// The place in that order with which a repeat begins.
    pub(super) again: usize,
}

/// What comes back from the walls, by turns left and right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Echo {
    /// In sixteenths.
    pub(super) steps: usize,
    /// How much of it comes back once more.
    pub(super) feedback: f64,
    /// Where its highs end, in Hz.
    pub(super) tone: f64,
}

/// How something sounds. Times are in seconds, amounts from 0 to 1.
#[derive(Debug, Clone)]
pub(super) struct Voice {
    pub(super) name: String,
    pub(super) wave: Wave,
    pub(super) level: f64,
    /// -1 left to 1 right.
    pub(super) pan: f64,
    pub(super) attack: f64,
    /// In which it falls by 60 dB, towards the sustain.
    pub(super) decay: f64,
    pub(super) sustain: f64,
    pub(super) release: f64,
    /// How much of its length a note sounds.
    pub(super) gate: f64,
    /// Semitones that it begins higher, and how long they take to go.
    pub(super) sweep: (f64, f64),
    /// Swings a second, cents, and seconds until it sets in.
    pub(super) vibrato: (f64, f64, f64),
    /// Cents between two of it that sound together; alone if 0.
    pub(super) detune: f64,
    /// How much of it is noise.
    pub(super) noise: f64,
    /// Frequencies of low pass and high pass in Hz; none if 0.
    pub(super) tone: f64,
    pub(super) bright: f64,
    /// The lowest tone of its chords; for drums, the note that they play.
    pub(super) floor: i32,
    /// Whether chords stand on their bass.
    pub(super) rooted: bool,
    pub(super) is_drum: bool,
    /// How long each tone of a broken chord sounds; all at once if 0.
    pub(super) arp: f64,
    pub(super) echo: f64,
    /// How far it steps back for a drum that is called `kick`.
    pub(super) duck: f64,
}

/// Shapes of a wave.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Wave {
    /// With the part of the time that it is up.
    Pulse(f64),
    Saw,
    Triangle,
    Sine,
    /// Sine and its fifth multiple, which fades: a bell, struck.
    Bell,
    /// A value drawn anew 16 times a period: noise with a pitch.
    Noise,
}

/// A number of bars.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) name: String,
    pub(super) bars: usize,
    /// Of each bar, those that share it evenly.
    pub(super) chords: Vec<Vec<Chord>>,
    /// Voices, and what they play, bar by bar.
    pub(super) lines: Vec<(usize, Vec<Bar>)>,
}

impl Score {
    pub(super) fn read(text: &str) -> Result<Score> {
        let mut score = Score {
            title: String::new(),
            bpm: 120,
            rate: 48_000,
            quality: "0".to_owned(),
            swing: 0.5,
            echo: Echo {
                steps: 3,
                feedback: 0.3,
                tone: 3000.0,
            },
            voices: Vec::new(),
            sections: Vec::new(),
            order: Vec::new(),
            again: 0,
        };
        for (number, line) in text.lines().enumerate() {
            let read = score.line(line.trim());
            read.with_context(|| format!("line {}", number + 1))?;
        }
        ensure!(!score.order.is_empty(), "no order");
        let beat = u64::from(score.rate) * 60;
        ensure!(
            beat.is_multiple_of(u64::from(score.bpm) * UNITS_A_BAR as u64 / 4),
            "at {} frames a second a step has no whole number of them",
            score.rate
        );
        Ok(score)
    }

    /// Frames of the smallest step.
    pub(super) fn frames_a_unit(&self) -> usize {
        self.rate as usize * 60 / self.bpm as usize / (UNITS_A_BAR / 4)
    }

    fn line(&mut self, line: &str) -> Result<()> {
        if line.is_empty() || line.starts_with("--") {
            return Ok(());
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "title" => rest.clone_into(&mut self.title),
            "bpm" => self.bpm = rest.parse().context("no tempo")?,
            "rate" => self.rate = rest.parse().context("no rate")?,
            "quality" => rest.clone_into(&mut self.quality),
            "swing" => self.swing = percent(rest)?,
            "echo" => {
                for (key, value) in pairs(rest) {
                    match key {
                        "steps" => self.echo.steps = value.parse()?,
                        "feedback" => self.echo.feedback = percent(value)?,
                        "tone" => self.echo.tone = value.parse()?,
                        _ => bail!("echo has no {key}"),
                    }
                }
            }
            "voice" => {
                let (name, settings) = rest.split_once(' ').unwrap_or((rest, ""));
                self.voices.push(Voice::read(name, settings)?);
            }
            "section" => self.section(rest)?,
            "order" => self.read_order(rest)?,
            "chords" => {
                let section = self.sections.last_mut().context("no section yet")?;
                let bars = rest.split('|').map(|bar| {
                    let words = bar.split_whitespace();
                    words.map(Chord::read).collect::<Result<Vec<_>>>()
                });
                section.chords = bars.collect::<Result<_>>()?;
                let whole = section.chords.iter().all(|bar| !bar.is_empty());
                ensure!(whole, "a bar without a chord");
            }
            _ => {
                let voice = self.voices.iter().position(|it| it.name == word);
                let voice = voice.with_context(|| format!("no voice is called {word}"))?;
                let section = self.sections.last_mut().context("no section yet")?;
                let is_drum = self.voices[voice].is_drum;
                let bars: Result<Vec<Bar>> =
                    rest.split('|').map(|it| notes::bar(it, is_drum)).collect();
                let bars = bars?;
                ensure!(
                    section.bars.is_multiple_of(bars.len()),
                    "{} bars do not fill the {}",
                    bars.len(),
                    section.bars
                );
                section.lines.push((voice, bars));
            }
        }
        Ok(())
    }

    /// `NAME BARS`.
    fn section(&mut self, text: &str) -> Result<()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [name, bars, ..] = words[..] else {
            bail!("a section needs a name and a number of bars");
        };
        self.sections.push(Section {
            name: name.to_owned(),
            bars: bars.parse().context("no number of bars")?,
            chords: Vec::new(),
            lines: Vec::new(),
        });
        Ok(())
    }

    fn read_order(&mut self, text: &str) -> Result<()> {
        for word in text.split_whitespace() {
            if word == "|:" {
                self.again = self.order.len();
                continue;
            }
            let section = self.sections.iter().position(|it| it.name == word);
            let section = section.with_context(|| format!("no section is called {word}"))?;
            ensure!(
                !self.sections[section].chords.is_empty(),
                "{word} has no chords"
            );
            self.order.push(section);
        }
        Ok(())
    }
}

impl Voice {
    fn read(name: &str, settings: &str) -> Result<Voice> {
        let mut voice = Voice {
            name: name.to_owned(),
            wave: Wave::Pulse(0.5),
            level: 0.5,
            pan: 0.0,
            attack: 0.002,
            decay: 0.4,
            sustain: 0.5,
            release: 0.05,
            gate: 0.9,
            sweep: (0.0, 0.05),
            vibrato: (0.0, 0.0, 0.0),
            detune: 0.0,
            noise: 0.0,
            tone: 0.0,
            bright: 0.0,
            floor: 60,
            rooted: false,
            is_drum: false,
            arp: 0.0,
            echo: 0.0,
            duck: 0.0,
        };
        for (key, value) in pairs(settings) {
            let read = voice.set(key, value);
            read.with_context(|| format!("{key}={value}"))?;
        }
        Ok(voice)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        let milliseconds = |text: &str| -> Result<f64> { Ok(text.parse::<f64>()? / 1000.0) };
        let parts: Vec<&str> = value.split(':').collect();
        match (key, &parts[..]) {
            ("wave", ["pulse", duty]) => self.wave = Wave::Pulse(percent(duty)?),
            ("wave", ["saw"]) => self.wave = Wave::Saw,
            ("wave", ["triangle"]) => self.wave = Wave::Triangle,
            ("wave", ["sine"]) => self.wave = Wave::Sine,
            ("wave", ["bell"]) => self.wave = Wave::Bell,
            ("wave", ["noise"]) => self.wave = Wave::Noise,
            ("level", [it]) => self.level = percent(it)?,
            ("pan", [it]) => self.pan = percent(it)?,
            ("attack", [it]) => self.attack = milliseconds(it)?,
            ("decay", [it]) => self.decay = milliseconds(it)?,
            ("sustain", [it]) => self.sustain = percent(it)?,
            ("release", [it]) => self.release = milliseconds(it)?,
            ("gate", [it]) => self.gate = percent(it)?,
            ("sweep", [by, time]) => self.sweep = (by.parse()?, milliseconds(time)?),
            ("vibrato", [rate, cents, delay]) => {
                self.vibrato = (rate.parse()?, cents.parse()?, milliseconds(delay)?);
            }
            ("detune", [it]) => self.detune = it.parse()?,
            ("noise", [it]) => self.noise = percent(it)?,
            ("tone", [it]) => self.tone = it.parse()?,
            ("bright", [it]) => self.bright = it.parse()?,
            ("floor", [it]) => self.floor = pitch::note(it)?,
            ("root", [it]) => {
                self.floor = pitch::note(it)?;
                self.rooted = true;
            }
            ("drum", [it]) => {
                self.floor = pitch::note(it)?;
                self.is_drum = true;
            }
            ("arp", [it]) => self.arp = milliseconds(it)?,
            ("echo", [it]) => self.echo = percent(it)?,
            ("duck", [it]) => self.duck = percent(it)?,
            _ => bail!("a voice has no such setting"),
        }
        Ok(())
    }
}

/// Words of the form `key=value`; one without a value has an empty one.
fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split_whitespace()
        .map(|word| word.split_once('=').unwrap_or((word, "")))
}

fn percent(text: &str) -> Result<f64> {
    Ok(text.parse::<f64>().context("no percentage")? / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "bpm 120
voice lead wave=saw
voice kick drum=c2
section a 2
chords C | F G
lead c4 - d4 e4
kick x...
order a |: a";

    #[test]
    fn a_score_is_read() {
        let score = Score::read(GOOD).expect("it is in order");
        assert_eq!(score.frames_a_unit(), 500);
        assert_eq!((score.order.len(), score.again), (2, 1));
        assert_eq!(score.sections[0].chords[1].len(), 2);
    }

    #[test]
    fn faults_are_told_with_their_line() {
        let check = |from: &str, to: &str, fault: &str| {
            let text = GOOD.replace(from, to);
            let error = Score::read(&text).expect_err("it has a fault");
            assert!(format!("{error:#}").contains(fault), "{error:#}");
        };
        check("bpm 120", "bpm 7", "whole number");
        check("bpm 120", "bpm fast", "line 1: no tempo");
        check("wave=saw", "wave=round", "line 2: wave=round");
        check("c4 -", "h4 -", "line 6");
        check("c4 -", "c4 - -", "line 6: 5 steps");
        check("kick x...", "snare x...", "line 7: no voice");
        check("kick x...", "kick x | x | x", "line 7: 3 bars");
        check("order a", "order b", "line 8: no section");
        check("chords C | F G", "", "line 8: a has no chords");
    }
}
