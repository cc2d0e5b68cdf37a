//! From the bytes of a sound file to frames of left and right, on a thread
//! that works ahead as far as a bounded channel lets it.
//!
//! The thread ends when the song does, or when nobody takes its blocks.

use std::cell::Cell;
use std::io::Cursor;
use std::iter::Peekable;
use std::num::{NonZeroU16, NonZeroU32};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Once};
use std::thread;

use rodio::{Decoder, Source};

use super::comments;

/// Left and right.
pub(super) type Frame = [f32; 2];

/// Frames that are handed over at once.
const BLOCK: usize = 1024;
/// Frames up to which a song that repeats is kept.
const SHORT: usize = 1 << 16;
/// Sample rates of files that are played, in Hz.
const RATES: std::ops::RangeInclusive<u32> = 1_000..=384_000;

/// A file that is being decoded.
pub(super) struct Decoding {
    file: Arc<[u8]>,
    samples: Peekable<Decoder<Cursor<Arc<[u8]>>>>,
    channels: usize,
    rate: u32,
    /// Frames that may follow at the most.
    left: u64,
}

impl Decoding {
    /// Begins with a file; none if it cannot be decoded or has no sound.
    pub(super) fn open(file: &Arc<[u8]>) -> Option<Decoding> {
        let hint = kind(file).filter(|_| comments::fit(file))?;
        quietly(|| {
            let decoder = Decoder::builder()
                .with_byte_len(file.len() as u64)
                .with_data(Cursor::new(Arc::clone(file)))
                .with_seekable(true)
                .with_gapless(true)
                .with_hint(hint)
                .build()
                .ok()?;
            let channels = usize::from(NonZeroU16::get(decoder.channels()));
            let rate = NonZeroU32::get(decoder.sample_rate());
            let mut samples = decoder.peekable();
            samples.peek()?;
            RATES.contains(&rate).then(|| Decoding {
                file: Arc::clone(file),
                samples,
                channels,
                rate,
                left: ogg_length(file).unwrap_or(u64::MAX),
            })
        })
    }

    /// Frames a second.
    pub(super) fn rate(&self) -> u32 {
        self.rate
    }

    /// The next frame: one channel is heard on both sides, of more than two
    /// the first two.
    fn frame(&mut self) -> Option<Frame> {
        self.left = self.left.checked_sub(1)?;
        let sound = |sample: f32| if sample.is_finite() { sample } else { 0.0 };
        let left = sound(self.samples.next()?);
        if self.channels == 1 {
            return Some([left; 2]);
        }
        let right = sound(self.samples.next()?);
        for _ in 2..self.channels {
            self.samples.next()?;
        }
        Some([left, right])
    }

    /// Decodes on a thread of its own, once or again and again. The blocks end
    /// with the song.
    pub(super) fn start(self, repeats: bool) -> Receiver<Vec<Frame>> {
        let blocks_ahead = self.rate as usize * 3 / 2 / BLOCK + 1;
        let (sender, receiver) = sync_channel(blocks_ahead);
        // Without a thread the song has no blocks, and so has ended.
        let _ = thread::Builder::new()
            .name("song".to_owned())
            .spawn(move || {
                quietly(|| {
                    self.run(repeats, &sender);
                    Some(())
                })
            });
        receiver
    }

    fn run(mut self, repeats: bool, sender: &SyncSender<Vec<Frame>>) {
        let mut blocks = Blocks {
            block: Vec::with_capacity(BLOCK),
            sender,
        };
        // A short song is repeated from memory: opening a file costs more than
        // the few frames it may have.
        let mut short = Vec::new();
        let mut length = 0;
        while let Some(frame) = self.frame() {
            if repeats && length < SHORT {
                short.push(frame);
            }
            length += 1;
            if blocks.push(frame).is_none() {
                return;
            }
        }
        if repeats && length <= SHORT {
            for &frame in short.iter().cycle() {
                if blocks.push(frame).is_none() {
                    return;
                }
            }
        }
        // Less than one frame cannot be repeated.
        let repeats = repeats && length > 0;
        while let Some(mut again) = repeats.then(|| Decoding::open(&self.file)).flatten() {
            while let Some(frame) = again.frame() {
                if blocks.push(frame).is_none() {
                    return;
                }
            }
        }
        // Nobody may be there to take it, which is fine.
        let _ = sender.send(blocks.block);
    }
}

/// Frames on their way to whoever plays them. The start of a song that repeats
/// follows its end within a block: there is no seam.
struct Blocks<'a> {
    block: Vec<Frame>,
    sender: &'a SyncSender<Vec<Frame>>,
}

impl Blocks<'_> {
    /// Adds a frame; none if nobody takes them any more.
    fn push(&mut self, frame: Frame) -> Option<()> {
        self.block.push(frame);
        if self.block.len() < BLOCK {
            return Some(());
        }
        let full = std::mem::replace(&mut self.block, Vec::with_capacity(BLOCK));
        self.sender.send(full).ok()
    }
}

/// Runs a decoder, which a damaged file may bring to panic: none then, and not
/// a word on the terminal, because to the player it is a damaged file.
fn quietly<T>(work: impl FnOnce() -> Option<T>) -> Option<T> {
    thread_local! {
        static QUIET: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                before(panic);
            }
        }));
    });
    let was = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work)).ok().flatten();
    QUIET.set(was);
    result
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

/// How many frames an Ogg file says that it has. The decoder takes the padding
/// off the end only where the last page is not the first as well.
fn ogg_length(file: &[u8]) -> Option<u64> {
    const PAGE: &[u8] = b"OggS\0";
    /// Places in the head of a page.
    const GRANULE: std::ops::Range<usize> = 6..14;
    const SERIAL: std::ops::Range<usize> = 14..18;
    if !file.starts_with(PAGE) {
        return None;
    }
    let serial = file.get(SERIAL)?;
    let granule = |at: usize| -> Option<i64> {
        let page = &file[at..];
        let is_page = page.starts_with(PAGE) && page.get(SERIAL) == Some(serial);
        let bytes = page.get(GRANULE).filter(|_| is_page)?;
        bytes.try_into().ok().map(i64::from_le_bytes)
    };
    // A page in which no packet ends says -1.
    let last = (0..file.len())
        .rev()
        .find_map(|at| granule(at).filter(|&it| it >= 0));
    last.map(|frames| frames as u64)
        .filter(|&frames| frames > 0)
}
