//! Frame hashes: lines `FRAME MD5` or `FRAME MD5 MD5`, as the conformance
//! suite and `downbeat record --frame-hashes` write them.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use console::Picture;

/// The hashes of one frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameHash {
    /// MD5 of the screen without border, R G B 255, rows from the top.
    pub screen: String,
    /// MD5 of the picture with its border, where it was recorded.
    pub picture: Option<String>,
}

impl FrameHash {
    /// The hashes of the picture that a console shows.
    pub fn of(picture: &Picture) -> FrameHash {
        FrameHash {
            screen: console::screen_md5(picture),
            picture: Some(console::picture_md5(picture)),
        }
    }

    /// True if all that was recorded in `self` is so in `got`.
    pub fn agrees(&self, got: &FrameHash) -> bool {
        self.screen == got.screen && (self.picture.is_none() || self.picture == got.picture)
    }
}

/// Reads lines of frame hashes.
pub fn parse(text: &str) -> Result<BTreeMap<u64, FrameHash>> {
    let mut hashes = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut words = line.split_whitespace();
        let frame = words
            .next()
            .and_then(|word| word.parse().ok())
            .with_context(|| format!("no frame number in `{line}`"))?;
        let screen = words
            .next()
            .with_context(|| format!("no hash in `{line}`"))?
            .to_owned();
        let picture = words.next().map(str::to_owned);
        hashes.insert(frame, FrameHash { screen, picture });
    }
    Ok(hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_one_hash_or_two() {
        let hashes = parse("0 aa\n7 bb cc\n").expect("both lines are right");
        assert_eq!(hashes[&0].picture, None);
        assert_eq!(hashes[&7].screen, "bb");
        assert_eq!(hashes[&7].picture.as_deref(), Some("cc"));
        assert!(parse("0").is_err());
        assert!(parse("x aa").is_err());
    }

    #[test]
    fn a_recorded_hash_must_be_met() {
        let hash = |screen: &str, picture: Option<&str>| FrameHash {
            screen: screen.to_owned(),
            picture: picture.map(str::to_owned),
        };
        let got = hash("a", Some("b"));
        assert!(hash("a", None).agrees(&got));
        assert!(hash("a", Some("b")).agrees(&got));
        assert!(!hash("c", None).agrees(&got));
        assert!(!hash("a", Some("c")).agrees(&got));
    }
}
