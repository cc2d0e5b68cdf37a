//! WAV files: 16 bits, two channels, written as the sound is made.
//!
//! The form is 44 fixed bytes and the samples, less than a library would take
//! to set up. The sizes in the head are put in at the end.

use std::io::{Result, Seek, SeekFrom, Write};

/// Bytes before the samples.
const HEAD: u32 = 44;
/// Bytes of a frame: left and right.
const FRAME: u32 = 4;

/// A WAV file that is being written.
pub(crate) struct WavFile<W> {
    writer: W,
    rate: u32,
    /// Bytes of samples; the sizes in the head cannot say more.
    length: u32,
    bytes: Vec<u8>,
}

impl<W: Write + Seek> WavFile<W> {
    /// Begins a file at a sample rate in Hz.
    pub(crate) fn new(writer: W, rate: u32) -> Result<WavFile<W>> {
        let mut file = WavFile {
            writer,
            rate,
            length: 0,
            bytes: Vec::new(),
        };
        file.write_head()?;
        Ok(file)
    }

    /// Writes frames: left and right by turns.
    pub(crate) fn write(&mut self, frames: &[i16]) -> Result<()> {
        self.bytes.clear();
        self.bytes
            .extend(frames.iter().flat_map(|sample| sample.to_le_bytes()));
        self.length = self.length.saturating_add(self.bytes.len() as u32);
        self.writer.write_all(&self.bytes)
    }

    /// Puts the sizes into the head.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.writer.seek(SeekFrom::Start(0))?;
        self.write_head()?;
        self.writer.flush()
    }

    fn write_head(&mut self) -> Result<()> {
        let mut head = Vec::with_capacity(HEAD as usize);
        head.extend(b"RIFF");
        head.extend(self.length.saturating_add(HEAD - 8).to_le_bytes());
        head.extend(b"WAVEfmt ");
        head.extend(16_u32.to_le_bytes());
        // Plain samples, two channels.
        head.extend([1, 0, 2, 0]);
        head.extend(self.rate.to_le_bytes());
        head.extend((self.rate * FRAME).to_le_bytes());
        head.extend([FRAME as u8, 0, 16, 0]);
        head.extend(b"data");
        head.extend(self.length.to_le_bytes());
        self.writer.write_all(&head)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::WavFile;

    #[test]
    fn the_head_says_how_long_the_file_is() {
        let mut bytes = Vec::new();
        let mut file = WavFile::new(Cursor::new(&mut bytes), 44_100).expect("it is memory");
        file.write(&[1, -1, 2, -2]).expect("it is memory");
        file.write(&[3, -3]).expect("it is memory");
        file.finish().expect("it is memory");
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
        assert_eq!(bytes.len(), 44 + 12);
        assert_eq!((number(4), number(40)), (36 + 12, 12));
        assert_eq!((number(24), number(28)), (44_100, 176_400));
        assert_eq!(bytes[44..48], [1, 0, 255, 255]);
    }
}
