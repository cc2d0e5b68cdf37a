//! A sound file that can be played: its rate, and how many frames it has.
//!
//! The length is what songs go by, so that it is known before anything is
//! decoded: a file that turns out shorter, because it is damaged, has silence
//! at its end, and of a longer one the rest is not heard.

use std::sync::Arc;

use super::comments;
use super::decoder::Decoding;

/// Sample rates of files that are played, in Hz.
const RATES: std::ops::RangeInclusive<u32> = 1_000..=384_000;

/// A file that was looked at.
pub(super) struct SoundFile {
    bytes: Arc<[u8]>,
    /// How its format is called.
    kind: &'static str,
    /// Frames a second.
    pub(super) rate: u32,
    /// Frames that are heard, if the file tells: at least one.
    pub(super) length: Option<u64>,
}

impl SoundFile {
    /// Decodes it from a frame on; none if it cannot be decoded.
    pub(super) fn decode_from(&self, frame: u64) -> Option<Decoding> {
        let mut decoding = Decoding::open(&self.bytes, self.kind)?;
        if frame > 0 {
            decoding.go_to(frame);
        }
        Some(decoding)
    }

    /// Whether it is of these bytes, the very ones.
    pub(super) fn is_of(&self, bytes: &Arc<[u8]>) -> bool {
        Arc::ptr_eq(&self.bytes, bytes)
    }

    /// Looks at a file; none if it cannot be decoded or has no sound.
    pub(super) fn open(bytes: &Arc<[u8]>) -> Option<SoundFile> {
        let kind = kind(bytes).filter(|_| comments::fit(bytes))?;
        let mut decoding = Decoding::open(bytes, kind)?;
        decoding.frame()?;
        let rate = Some(decoding.rate()).filter(|it| RATES.contains(it))?;
        let parameters = decoding.parameters();
        let stated = parameters.n_frames;
        let length = match kind {
            "ogg" => {
                ogg_end(bytes, decoding.track()).map(|end| end.saturating_sub(parameters.start_ts))
            }
            "mp3" => {
                let there = Decoding::open(bytes, kind)?.count();
                let trim = parameters.delay.zip(parameters.padding);
                // Without the tag that says what to trim, the count of frames is
                // a guess.
                let stated = stated.zip(trim).and_then(|(frames, (delay, padding))| {
                    frames.checked_sub(u64::from(delay) + u64::from(padding))
                });
                there.map(|there| stated.map_or(there, |stated| stated.min(there)))
            }
            "wav" => stated
                .zip(wav_room(bytes))
                .map(|(stated, room)| stated.min(room)),
            _ => stated,
        };
        Some(SoundFile {
            bytes: Arc::clone(bytes),
            kind,
            rate,
            length: length.filter(|&length| length > 0),
        })
    }
}

/// What the first bytes say that a file is.
fn kind(file: &[u8]) -> Option<&'static str> {
    match file {
        [b'O', b'g', b'g', b'S', ..] => Some("ogg"),
        [b'f', b'L', b'a', b'C', ..] => Some("flac"),
        [b'R', b'I', b'F', b'F', ..] => Some("wav"),
        [b'I', b'D', b'3', ..] => Some("mp3"),
        [0xff, second, ..] if second & 0xe0 == 0xe0 => Some("mp3"),
        _ => None,
    }
}

/// At which frame an Ogg file says that a stream of it ends. The decoder takes
/// the padding off the end only where the last page is not the first as well.
fn ogg_end(file: &[u8], serial: u32) -> Option<u64> {
    const PAGE: &[u8] = b"OggS\0";
    /// Places in the head of a page.
    const GRANULE: std::ops::Range<usize> = 6..14;
    const SERIAL: std::ops::Range<usize> = 14..18;
    let granule = |at: usize| -> Option<i64> {
        let page = &file[at..];
        let is_page = page.starts_with(PAGE) && page.get(SERIAL) == Some(&serial.to_le_bytes()[..]);
        let bytes = page.get(GRANULE).filter(|_| is_page)?;
        bytes.try_into().ok().map(i64::from_le_bytes)
    };
    // A page in which no packet ends says -1.
    let last = (0..file.len())
        .rev()
        .find_map(|at| granule(at).filter(|&it| it >= 0));
    last.map(|frames| frames as u64)
}

/// How many frames a WAV file has room for behind the head of its sound.
fn wav_room(file: &[u8]) -> Option<u64> {
    /// Place of the bytes of a frame in the format.
    const FRAME: std::ops::Range<usize> = 12..14;
    let mut rest = file.get(12..)?;
    let mut frame = None;
    loop {
        let (head, behind) = rest.split_at_checked(8)?;
        let length = u32::from_le_bytes(head[4..].try_into().ok()?) as usize;
        match &head[..4] {
            b"data" => return frame.map(|frame| behind.len().min(length) as u64 / frame),
            b"fmt " => {
                let bytes = behind.get(FRAME)?.try_into().ok()?;
                frame = Some(u64::from(u16::from_le_bytes(bytes))).filter(|&it| it > 0);
            }
            _ => {}
        }
        rest = behind.get(length.next_multiple_of(2)..)?;
    }
}
