//! What the player has chosen, kept as JSON in the platform's configuration
//! directory. Nothing here may stop a game: a missing, damaged or unwritable
//! file means defaults, and the file is replaced whole or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::bindings::{Bindings, Control};
use crate::latencies::Latencies;
use crate::loudness::Loudness;

/// The player's choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Whether the window fills the screen.
    pub(crate) fullscreen: bool,
    /// Scale of the window at a display density of 1.
    pub(crate) scale: Option<u32>,
    /// How loud it is, and when not at all.
    pub(crate) loudness: Loudness,
    /// Keys and gamepad controls on pad buttons.
    pub(crate) bindings: Bindings,
    /// By the names that `latencies_of` gives to devices.
    latencies: BTreeMap<String, Latencies>,
}

/// The file's form; every part may be missing.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Stored {
    fullscreen: bool,
    scale: Option<u32>,
    volume: Option<u8>,
    muted: bool,
    mute_unfocused: bool,
    keys: Vec<Vec<Option<String>>>,
    gamepad: Vec<Control>,
    latencies: BTreeMap<String, Latencies>,
}

impl Settings {
    /// Reads settings; what cannot be read is default.
    pub(crate) fn parse(text: &str) -> Self {
        let stored: Stored = serde_json::from_str(text).unwrap_or_default();
        Self {
            fullscreen: stored.fullscreen,
            scale: stored.scale.filter(|scale| (1..=32).contains(scale)),
            loudness: Loudness {
                percent: stored
                    .volume
                    .map_or(Loudness::default().percent, Loudness::at),
                muted: stored.muted,
                mute_unfocused: stored.mute_unfocused,
            },
            bindings: Bindings::from_names(&stored.keys, &stored.gamepad),
            latencies: stored
                .latencies
                .into_iter()
                .map(|(device, latencies)| (device, latencies.clamped()))
                .collect(),
        }
    }

    /// The latencies of a device, by its name and rate, or those without one;
    /// of an unknown device they are 0.
    pub(crate) fn latencies_of(&self, device: Option<&(String, u32)>) -> Latencies {
        self.latencies
            .get(&device_key(device))
            .copied()
            .unwrap_or_default()
    }

    /// Keeps the latencies of a device, or those without one.
    pub(crate) fn keep_latencies(&mut self, device: Option<&(String, u32)>, latencies: Latencies) {
        self.latencies.insert(device_key(device), latencies);
    }

    /// The text of the file.
    pub(crate) fn to_text(&self) -> String {
        let stored = Stored {
            fullscreen: self.fullscreen,
            scale: self.scale,
            volume: Some(self.loudness.percent),
            muted: self.loudness.muted,
            mute_unfocused: self.loudness.mute_unfocused,
            keys: self.bindings.key_names(),
            gamepad: self.bindings.controls(),
            latencies: self.latencies.clone(),
        };
        serde_json::to_string_pretty(&stored).unwrap_or_default()
    }

    /// Reads the file, if there is one.
    pub(crate) fn load(file: Option<&Path>) -> Self {
        file.and_then(|file| fs::read_to_string(file).ok())
            .map_or_else(Self::default, |text| Self::parse(&text))
    }

    /// Replaces the file; the error says why it could not.
    pub(crate) fn save(&self, file: Option<&Path>) -> Result<(), std::io::Error> {
        let Some(file) = file else { return Ok(()) };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        console::write_whole(file, self.to_text().as_bytes())
    }
}

/// A device's own name is not enough: another rate is another way through
/// the system, with another delay.
fn device_key(device: Option<&(String, u32)>) -> String {
    device.map_or_else(
        || "none".into(),
        |(name, rate)| format!("{name}, {rate} Hz"),
    )
}

/// The settings both threads use, with their file.
pub(crate) struct Store {
    file: Option<PathBuf>,
    settings: Mutex<Settings>,
}

impl Store {
    /// Reads the file, if there is one.
    pub(crate) fn open(file: Option<PathBuf>) -> Self {
        Self {
            settings: Mutex::new(Settings::load(file.as_deref())),
            file,
        }
    }

    /// The settings, to read or change.
    pub(crate) fn settings(&self) -> MutexGuard<'_, Settings> {
        // A thread that died has at worst left an older choice.
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the file.
    pub(crate) fn save(&self) -> Result<(), std::io::Error> {
        self.settings().save(self.file.as_deref())
    }
}

/// Where settings lie; none without a home directory.
pub(crate) fn standard_file() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "downbeat")?;
    Some(folders.config_dir().join("settings.json"))
}

#[cfg(test)]
mod tests {
    use winit::keyboard::KeyCode;

    use super::*;

    #[test]
    fn settings_come_back() {
        let mut settings = Settings {
            fullscreen: true,
            scale: Some(4),
            loudness: Loudness {
                percent: 35,
                muted: true,
                mute_unfocused: true,
            },
            ..Settings::default()
        };
        settings.bindings.bind_key(0, 4, KeyCode::Space);
        settings.bindings.bind_control(4, Control::East);
        let latencies = Latencies {
            audio: 180,
            visual: 12,
            input: -3,
        };
        settings.keep_latencies(Some(&("Headphones".into(), 44_100)), latencies);
        assert_eq!(Settings::parse(&settings.to_text()), settings);
    }

    #[test]
    fn whatever_the_file_holds_is_no_error() {
        let default = Settings::default();
        for text in [
            "",
            "nonsense",
            "[]",
            "{}",
            "{\"scale\":0}",
            "{\"keys\":[[1]]}",
        ] {
            assert_eq!(Settings::parse(text), default, "{text}");
        }
        let newer = "{\"fullscreen\":true,\"later\":[1,2]}";
        assert!(Settings::parse(newer).fullscreen);
    }

    #[test]
    fn each_device_has_its_own_latencies() {
        let (here, late) = (
            ("Speaker".to_owned(), 48_000),
            Latencies {
                audio: 90,
                ..Latencies::default()
            },
        );
        let mut settings = Settings::default();
        settings.keep_latencies(Some(&here), late);
        assert_eq!(settings.latencies_of(Some(&here)), late);
        let other_rate = ("Speaker".to_owned(), 44_100);
        assert_eq!(
            settings.latencies_of(Some(&other_rate)),
            Latencies::default()
        );
        assert_eq!(settings.latencies_of(None), Latencies::default());
        settings.keep_latencies(None, late);
        assert_eq!(settings.latencies_of(None), late);
        let wild = "{\"latencies\":{\"none\":{\"audio\":90000}}}";
        assert_eq!(Settings::parse(wild).latencies_of(None).audio, 500);
    }

    #[test]
    fn a_file_is_replaced_and_a_hopeless_place_only_an_error() {
        let folder = std::env::temp_dir().join(format!("downbeat-settings-{}", std::process::id()));
        let file = folder.join("deep/settings.json");
        let settings = Settings {
            scale: Some(2),
            ..Settings::default()
        };
        settings.save(Some(&file)).unwrap();
        settings.save(Some(&file)).unwrap();
        assert_eq!(Settings::load(Some(&file)), settings);
        assert!(
            settings
                .save(Some(&file.join("below/a-file.json")))
                .is_err()
        );
        assert!(settings.save(None).is_ok());
        fs::remove_dir_all(folder).unwrap();
        assert_eq!(Settings::load(Some(&file)), Settings::default());
    }
}
