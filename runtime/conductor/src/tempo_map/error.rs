//! What is wrong with a tempo map, for the people who wrote it.

/// An entry that a tempo map cannot be made of. Entries count from 1.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TempoError {
    /// A tempo out of range, or no number.
    #[error("tempo entry {entry}: bpm must be 1 to 10000, got {bpm}")]
    Bpm {
        /// Which entry.
        entry: usize,
        /// What it says.
        bpm: f64,
    },
    /// A beat out of range, or no number.
    #[error("{list} entry {entry}: beat must be -1000000 to 1000000, got {beat}")]
    Beat {
        /// The list: tempo, stop, delay, warp or signature.
        list: &'static str,
        /// Which entry.
        entry: usize,
        /// What it says.
        beat: f64,
    },
    /// A stop or a delay of an impossible length.
    #[error("{list} entry {entry}: length must be 0 to 3600 seconds, got {seconds}")]
    Length {
        /// The list: stop or delay.
        list: &'static str,
        /// Which entry.
        entry: usize,
        /// What it says.
        seconds: f64,
    },
    /// A warp over an impossible number of beats.
    #[error("warp entry {entry}: beats to skip must be 0 to 1000000, got {beats}")]
    Warp {
        /// Which entry.
        entry: usize,
        /// What it says.
        beats: f64,
    },
    /// A bar of an impossible length.
    #[error("signature entry {entry}: beats per bar must be 1 to 100, got {beats}")]
    Signature {
        /// Which entry.
        entry: usize,
        /// What it says.
        beats: i64,
    },
    /// A list without end.
    #[error("{list} list: at most 100000 entries, got {count}")]
    TooMany {
        /// The list.
        list: &'static str,
        /// How many entries it has.
        count: usize,
    },
    /// Beat 0 too far away.
    #[error("offset must be -1000000 to 1000000 seconds, got {seconds}")]
    Offset {
        /// What it says.
        seconds: f64,
    },
    /// A loop that does not go forward, or ends too far away.
    #[error(
        "loop must end after it starts, between -1000000 and 1000000 seconds, got {from} to {to}"
    )]
    Loop {
        /// Its start in seconds.
        from: f64,
        /// Its end in seconds.
        to: f64,
    },
    /// Moments of beats that make no tempo.
    #[error("beat list: at least 2 moments are needed, got {count}")]
    TooFewBeats {
        /// How many there are.
        count: usize,
    },
    /// A moment of a beat that does not come after the one before it.
    #[error("beat entry {entry}: {seconds} s must come after the entry before it")]
    BeatOrder {
        /// Which entry.
        entry: usize,
        /// What it says, in seconds.
        seconds: f64,
    },
    /// All entries together go on for years.
    #[error("tempo map: longer than three years; use fewer beats, shorter stops or higher tempi")]
    TooLong,
}
