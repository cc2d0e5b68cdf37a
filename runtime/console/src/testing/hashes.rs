//! The hashes of pictures and sound that tests are compared with, as a text
//! file: a line each, the hash first, so that a difference reads well.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Hashes by what they are of: `frame a bite hurts: after the bite`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestHashes(BTreeMap<String, String>);

impl TestHashes {
    /// Reads a file of hashes. Lines that are none are left out.
    pub fn parse(text: &str) -> TestHashes {
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        let kept = lines.filter(|(hash, _)| is_hash(hash));
        TestHashes(
            kept.map(|(hash, of)| (of.to_owned(), hash.to_owned()))
                .collect(),
        )
    }

    /// The text of such a file.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (of, hash) in &self.0 {
            writeln!(text, "{hash} {of}").expect("a string takes everything");
        }
        text
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts what a test came by in place of what was kept for it.
    pub fn replace(&mut self, test: &str, seen: &TestHashes) {
        let of_test = |of: &String| {
            let rest = of.split_once(' ').map_or("", |(_, rest)| rest);
            rest.strip_prefix(test)
                .is_some_and(|rest| rest.starts_with(": "))
        };
        self.0.retain(|of, _| !of_test(of));
        self.0.extend(seen.0.clone());
    }

    pub(super) fn get(&self, of: &str) -> Option<&String> {
        self.0.get(of)
    }

    pub(super) fn set(&mut self, of: String, hash: String) {
        self.0.insert(of, hash);
    }
}

fn is_hash(word: &str) -> bool {
    word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::TestHashes;

    #[test]
    fn what_is_written_is_read_and_replaced_test_by_test() {
        let [one, two] = ["0", "f"].map(|digit| digit.repeat(32));
        let mut kept = TestHashes::default();
        kept.set("frame a: x: y".to_owned(), one.clone());
        kept.set("sound ab: z".to_owned(), two.clone());
        assert_eq!(
            kept.text(),
            format!("{one} frame a: x: y\n{two} sound ab: z\n")
        );
        assert_eq!(TestHashes::parse(&format!("# old\n{}", kept.text())), kept);
        let mut seen = TestHashes::default();
        seen.set("frame a: w".to_owned(), two.clone());
        kept.replace("a", &seen);
        assert_eq!(
            kept.text(),
            format!("{two} frame a: w\n{two} sound ab: z\n")
        );
    }
}
