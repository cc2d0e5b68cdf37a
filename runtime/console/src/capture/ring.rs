//! The pictures of the last seconds, kept while a cart is played so that a
//! moment can be saved after it has happened. Each is held as runs or packed
//! indices, whichever is smallest: eight seconds take well under 5 MB, and a
//! still screen next to nothing.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;

use super::CaptureError;
use super::animation::{GifRecorder, TICKS_PER_SHOT};
use super::indexed::Indexed;
use crate::Picture;

/// More than this many bytes of pictures are never kept.
const MOST_BYTES: usize = 12 << 20;

/// Keeps the last pictures.
pub struct PictureRing {
    shots: VecDeque<Shot>,
    most_ticks: u64,
    ticks: u64,
    bytes: usize,
    until_shot: u64,
}

/// Pictures taken out of a ring; cheap to make and to send to a thread.
pub struct Recording {
    shots: Vec<Shot>,
}

impl PictureRing {
    /// A ring that reaches back `seconds`.
    pub fn new(seconds: u32) -> Self {
        Self {
            shots: VecDeque::new(),
            most_ticks: u64::from(seconds) * 60,
            ticks: 0,
            bytes: 0,
            until_shot: 0,
        }
    }

    /// Adds the picture of one tick.
    pub fn push(&mut self, picture: &Picture) {
        if self.until_shot > 0 {
            self.until_shot -= 1;
            return;
        }
        self.until_shot = TICKS_PER_SHOT - 1;
        let shot = Shot::new(&Indexed::new(picture), self.shots.back());
        self.ticks += TICKS_PER_SHOT;
        match self.shots.back_mut() {
            Some(last) if last.shows_the_same(&shot) => last.ticks += TICKS_PER_SHOT,
            _ => {
                self.bytes += shot.packed.len();
                self.shots.push_back(shot);
            }
        }
        while self.ticks > self.most_ticks || self.bytes > MOST_BYTES {
            self.forget_oldest();
        }
    }

    /// Forgets everything, for a newly loaded cart.
    pub fn clear(&mut self) {
        self.shots.clear();
        (self.ticks, self.bytes, self.until_shot) = (0, 0, 0);
    }

    /// Bytes held for pictures.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What the ring holds now.
    pub fn recording(&self) -> Recording {
        Recording {
            shots: self.shots.iter().cloned().collect(),
        }
    }

    fn forget_oldest(&mut self) {
        let Some(oldest) = self.shots.front_mut() else {
            (self.ticks, self.bytes) = (0, 0);
            return;
        };
        // A long still scene gives up its time bit by bit.
        if oldest.ticks > TICKS_PER_SHOT && self.bytes <= MOST_BYTES {
            oldest.ticks -= TICKS_PER_SHOT;
            self.ticks -= TICKS_PER_SHOT;
        } else if let Some(gone) = self.shots.pop_front() {
            self.ticks -= gone.ticks;
            self.bytes -= gone.packed.len();
        }
    }
}

impl Recording {
    /// Whether nothing was recorded yet.
    pub fn is_empty(&self) -> bool {
        self.shots.is_empty()
    }

    /// Writes the pictures as an endlessly repeating GIF.
    pub fn write_gif<W: Write>(&self, to: W) -> Result<W, CaptureError> {
        let newest = self.shots.last().ok_or(CaptureError::Size {
            width: 0,
            height: 0,
        })?;
        let mut recorder = GifRecorder::new(to, newest.width, newest.height)?;
        for shot in &self.shots {
            recorder.show(shot.unpack(), shot.ticks)?;
        }
        recorder.finish()
    }
}

#[derive(Clone)]
struct Shot {
    width: usize,
    height: usize,
    palette: Arc<[[u8; 3]]>,
    packed: Arc<[u8]>,
    form: Form,
    ticks: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Pairs of (length - 1, index).
    Runs,
    /// Two indices a byte, low half first.
    Nibbles,
    /// One index a byte.
    Bytes,
}

impl Shot {
    fn new(picture: &Indexed, before: Option<&Self>) -> Self {
        let most = if picture.palette.len() <= 16 {
            picture.pixels.len().div_ceil(2)
        } else {
            picture.pixels.len()
        };
        let (form, packed) = match runs(&picture.pixels, most) {
            Some(packed) => (Form::Runs, packed),
            None if picture.palette.len() <= 16 => (
                Form::Nibbles,
                picture
                    .pixels
                    .chunks(2)
                    .map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4)
                    .collect(),
            ),
            None => (Form::Bytes, picture.pixels.clone()),
        };
        let palette = match before {
            Some(before) if *before.palette == *picture.palette => Arc::clone(&before.palette),
            _ => picture.palette.as_slice().into(),
        };
        Self {
            width: picture.width,
            height: picture.height,
            palette,
            packed: packed.into(),
            form,
            ticks: TICKS_PER_SHOT,
        }
    }

    fn shows_the_same(&self, other: &Self) -> bool {
        (self.width, self.height, self.form) == (other.width, other.height, other.form)
            && self.palette == other.palette
            && self.packed == other.packed
    }

    fn unpack(&self) -> Indexed {
        let mut pixels = match self.form {
            Form::Bytes => self.packed.to_vec(),
            Form::Nibbles => self
                .packed
                .iter()
                .flat_map(|two| [two & 15, two >> 4])
                .collect(),
            Form::Runs => self
                .packed
                .chunks_exact(2)
                .flat_map(|run| std::iter::repeat_n(run[1], usize::from(run[0]) + 1))
                .collect(),
        };
        pixels.truncate(self.width * self.height);
        Indexed {
            width: self.width,
            height: self.height,
            palette: self.palette.to_vec(),
            pixels,
        }
    }
}

/// Run lengths of the pixels, unless they take more than `most` bytes.
fn runs(pixels: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut packed = Vec::new();
    for run in pixels.chunk_by(|a, b| a == b) {
        for part in run.chunks(256) {
            packed.extend_from_slice(&[(part.len() - 1) as u8, part[0]]);
        }
        if packed.len() > most {
            return None;
        }
    }
    Some(packed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::animation::tests::{decode, lit};
    use crate::capture::still::tests::picture;

    #[test]
    fn the_last_seconds_come_back() {
        let mut ring = PictureRing::new(1);
        for tick in 0..600 {
            ring.push(&lit(tick / 2 % 8));
        }
        let recording = ring.recording();
        assert!(!recording.is_empty());
        let frames = decode(&recording.write_gif(Vec::new()).unwrap());
        assert_eq!(frames.len(), 30);
        assert_eq!(
            frames.iter().map(|frame| u32::from(frame.0)).sum::<u32>(),
            100
        );
        assert_eq!(frames[29].1, lit(299 % 8).rgba);
        assert_eq!(frames[0].1, lit(270 % 8).rgba);
    }

    #[test]
    fn a_still_screen_costs_one_picture_and_its_time_is_limited() {
        let mut ring = PictureRing::new(2);
        for _ in 0..1000 {
            ring.push(&lit(1));
        }
        assert_eq!(ring.shots.len(), 1);
        assert_eq!(ring.ticks, 120);
        assert!(ring.bytes() < 16);
        ring.clear();
        assert!(ring.recording().is_empty());
        assert!(ring.recording().write_gif(Vec::new()).is_err());
    }

    #[test]
    fn every_form_unpacks_to_the_same_picture() {
        let noise = |colors: u32| {
            let mut state = 1_u32;
            let rgba: Vec<u8> = (0..63 * 5)
                .flat_map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    [(state >> 16) as u8 % colors as u8, 0, 0, 255]
                })
                .collect();
            Indexed::new(&picture(63, 5, rgba))
        };
        for indexed in [noise(1), noise(16), noise(200)] {
            assert_eq!(Shot::new(&indexed, None).unpack(), indexed);
        }
    }
}
