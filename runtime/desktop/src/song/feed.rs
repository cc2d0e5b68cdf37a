//! The frames of a song one after the other, its repeats included, from a
//! thread that works ahead as far as a bounded channel lets it.
//!
//! The thread ends when the song does, or when nobody takes its blocks.

use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::decoder::{Decoding, Frame};
use super::file::SoundFile;

/// Frames that are handed over at once.
const BLOCK: usize = 1024;
/// Frames up to which what repeats is kept: opening a file costs more than the
/// few frames it may have.
const SHORT: u64 = 1 << 16;

/// Which frames of a file are played.
#[derive(Clone)]
pub(super) struct Course {
    /// What is repeated.
    pub(super) region: Option<Range<u64>>,
    /// Whether all of it is, up to an end that the file does not tell.
    pub(super) repeats_all: bool,
}

impl Course {
    /// Where in the file a frame is that is counted with repeats, and where
    /// the file is left then.
    fn place(&self, file: &SoundFile, frame: u64) -> (u64, Option<u64>) {
        match &self.region {
            Some(region) if frame < region.end => (frame, Some(region.end)),
            Some(region) => {
                let repeated = (frame - region.end) % (region.end - region.start);
                (region.start + repeated, Some(region.end))
            }
            None => (frame, file.length),
        }
    }

    /// Decodes on a thread of its own from a frame on, counted with repeats.
    /// The blocks end with the song.
    pub(super) fn start(self, file: Arc<SoundFile>, frame: u64) -> Receiver<Vec<Frame>> {
        let blocks_ahead = file.rate as usize * 3 / 2 / BLOCK + 1;
        let (sender, receiver) = sync_channel(blocks_ahead);
        // Without a thread the song has no blocks, and so is silent.
        let _ = thread::Builder::new()
            .name("song".to_owned())
            .spawn(move || {
                let mut blocks = Blocks {
                    block: Vec::with_capacity(BLOCK),
                    leave_out: 0,
                    sender,
                };
                if self.run(&file, frame, &mut blocks).is_some() {
                    // Nobody may be there to take it, which is fine.
                    let _ = blocks.sender.send(blocks.block);
                }
            });
        receiver
    }

    /// Hands over all frames; none if nobody takes them any more.
    fn run(self, file: &SoundFile, frame: u64, blocks: &mut Blocks) -> Option<()> {
        if self.repeats_all {
            // Where the end is shows only on the way there.
            blocks.leave_out = frame;
            let mut count = 0;
            let mut decoding = file.decode_from(0);
            while let Some(frame) = decoding.as_mut().and_then(Decoding::frame) {
                blocks.push(frame)?;
                count += 1;
            }
            return match count {
                0 => Some(()),
                _ => repeat(file, 0..count, blocks),
            };
        }
        let (place, end) = self.place(file, frame);
        play(
            file,
            place..end.unwrap_or(u64::MAX),
            end.is_some(),
            |frame| blocks.push(frame),
        )?;
        match self.region {
            Some(region) => repeat(file, region, blocks),
            None => Some(()),
        }
    }
}

/// Plays part of a file without end.
fn repeat(file: &SoundFile, region: Range<u64>, blocks: &mut Blocks) -> Option<()> {
    if region.end - region.start <= SHORT {
        let mut frames = Vec::new();
        play(file, region, true, |frame| {
            frames.push(frame);
            Some(())
        })?;
        return frames
            .iter()
            .cycle()
            .try_for_each(|&frame| blocks.push(frame));
    }
    loop {
        play(file, region.clone(), true, |frame| blocks.push(frame))?;
    }
}

/// Plays part of a file. Where it has an end, silence is in place of what the
/// file does not have.
fn play(
    file: &SoundFile,
    part: Range<u64>,
    has_end: bool,
    mut push: impl FnMut(Frame) -> Option<()>,
) -> Option<()> {
    let mut decoding = file.decode_from(part.start);
    for _ in part {
        let frame = decoding.as_mut().and_then(Decoding::frame);
        match frame {
            Some(frame) => push(frame)?,
            None if has_end => {
                decoding = None;
                push([0.0; 2])?;
            }
            None => break,
        }
    }
    Some(())
}

/// Frames on their way to whoever plays them. The start of what repeats follows
/// its end within a block: there is no seam.
struct Blocks {
    block: Vec<Frame>,
    /// Frames that are not handed over.
    leave_out: u64,
    sender: SyncSender<Vec<Frame>>,
}

impl Blocks {
    /// Adds a frame; none if nobody takes them any more.
    fn push(&mut self, frame: Frame) -> Option<()> {
        if self.leave_out > 0 {
            self.leave_out -= 1;
            return Some(());
        }
        self.block.push(frame);
        if self.block.len() < BLOCK {
            return Some(());
        }
        let full = std::mem::replace(&mut self.block, Vec::with_capacity(BLOCK));
        self.sender.send(full).ok()
    }
}
