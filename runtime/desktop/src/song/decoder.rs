//! From the bytes of a sound file to frames of left and right, from any frame
//! on.
//!
//! Packets are counted from the first one to the frame that is wanted, which is
//! quick as long as none is decoded; searching by time would trust the times of
//! damaged files. Decoding begins so much earlier that nothing of what a decoder
//! remembers is missing.

use std::cell::Cell;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::{Arc, Once};

use symphonia::core::audio::SampleBuffer;
use symphonia::core::codecs::{CODEC_TYPE_NULL, CodecParameters, Decoder, DecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::{FormatOptions, FormatReader, Packet};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::probe::Hint;
use symphonia::default::{get_codecs, get_probe};

/// Left and right.
pub(super) type Frame = [f32; 2];

/// Frames that are decoded before the first one that is wanted. An MP3 frame
/// needs up to 511 bytes of those before it, which at the lowest rate are nine;
/// a Vorbis packet needs the one before it, of 8,192 frames at the most.
const PREROLL: u64 = 1 << 15;

/// A file that is being decoded.
pub(super) struct Decoding {
    format: Box<dyn FormatReader>,
    decoder: Box<dyn Decoder>,
    parameters: CodecParameters,
    track: u32,
    /// Frames before the song's first one, which encoders put there.
    delay: u64,
    /// Frames still to be left out.
    skip: u64,
    frames: std::vec::IntoIter<Frame>,
    samples: Option<SampleBuffer<f32>>,
    /// Of the packet that was decoded last, in Hz.
    rate: u32,
}

impl Decoding {
    /// Begins with a file; none if it cannot be decoded.
    pub(super) fn open(bytes: &Arc<[u8]>, kind: &str) -> Option<Decoding> {
        quietly(|| {
            let mut hint = Hint::new();
            hint.with_extension(kind);
            let source = Box::new(Cursor::new(Arc::clone(bytes)));
            let stream = MediaSourceStream::new(source, MediaSourceStreamOptions::default());
            // What is no sound is taken off an MP3 file here: the format would
            // also take off what it wrongly guesses to be behind the end.
            let options = FormatOptions {
                enable_gapless: kind != "mp3",
                ..FormatOptions::default()
            };
            let format = get_probe()
                .format(&hint, stream, &options, &MetadataOptions::default())
                .ok()?
                .format;
            let mut tracks = format.tracks().iter();
            let track = tracks.find(|it| it.codec_params.codec != CODEC_TYPE_NULL)?;
            let parameters = track.codec_params.clone();
            let decoder = get_codecs()
                .make(&parameters, &DecoderOptions::default())
                .ok()?;
            let delay = match kind {
                "mp3" => parameters.delay.unwrap_or(0).into(),
                _ => 0,
            };
            Some(Decoding {
                track: track.id,
                format,
                decoder,
                parameters,
                delay,
                skip: delay,
                frames: Vec::new().into_iter(),
                samples: None,
                rate: 0,
            })
        })
    }

    /// Goes on with a frame of the song, counted from its first one. To be
    /// called before anything else is decoded.
    pub(super) fn go_to(&mut self, frame: u64) {
        let wanted = frame.saturating_add(self.delay);
        let mut count = 0;
        let found = quietly(|| {
            loop {
                let packet = self.packet()?;
                if count + packet.dur() + PREROLL > wanted {
                    return Some(packet);
                }
                count += packet.dur();
            }
        });
        self.skip = wanted - count.min(wanted);
        if let Some(packet) = found
            && let Some(frames) = quietly(|| self.decode(&packet))
        {
            self.frames = frames.into_iter();
        }
    }

    /// The next frame; none at the end.
    pub(super) fn frame(&mut self) -> Option<Frame> {
        loop {
            for frame in self.frames.by_ref() {
                if self.skip == 0 {
                    return Some(frame);
                }
                self.skip -= 1;
            }
            self.frames = quietly(|| {
                let packet = self.packet()?;
                self.decode(&packet)
            })?
            .into_iter();
        }
    }

    /// Frames a second of what was decoded last, in Hz.
    pub(super) fn rate(&self) -> u32 {
        self.rate
    }

    /// The stream of the file that is decoded.
    pub(super) fn track(&self) -> u32 {
        self.track
    }

    /// What the head of the file says of the stream.
    pub(super) fn parameters(&self) -> &CodecParameters {
        &self.parameters
    }

    /// Counts the frames that are left, without those that encoders put before
    /// the song. To be called before anything is decoded.
    pub(super) fn count(mut self) -> Option<u64> {
        quietly(|| {
            let mut count = 0;
            while let Some(packet) = self.packet() {
                count += packet.dur();
            }
            count.checked_sub(self.delay)
        })
    }

    /// The next packet of the track.
    fn packet(&mut self) -> Option<Packet> {
        loop {
            let packet = self.format.next_packet().ok()?;
            if packet.track_id() == self.track {
                return Some(packet);
            }
        }
    }

    /// The frames of a packet, as many as it says. What cannot be decoded, or
    /// what would need the packet before, is silent.
    fn decode(&mut self, packet: &Packet) -> Option<Vec<Frame>> {
        let count = packet.dur() as usize;
        let decoded = match self.decoder.decode(packet) {
            Ok(decoded) => decoded,
            Err(Error::DecodeError(_)) => return Some(vec![[0.0; 2]; count]),
            Err(_) => return None,
        };
        let spec = *decoded.spec();
        let room = decoded.capacity();
        let channels = spec.channels.count().max(1);
        let samples = match &mut self.samples {
            Some(samples) if samples.capacity() >= room * channels => samples,
            samples => samples.insert(SampleBuffer::new(room as u64, spec)),
        };
        samples.copy_interleaved_ref(decoded);
        self.rate = spec.rate;
        let sound = |sample: f32| if sample.is_finite() { sample } else { 0.0 };
        // One channel is heard on both sides, of more than two the first two.
        let frames = samples
            .samples()
            .chunks_exact(channels)
            .map(|frame| [sound(frame[0]), sound(frame[channels.min(2) - 1])]);
        let missing = count.saturating_sub(frames.len());
        let silence = std::iter::repeat_n([0.0; 2], missing);
        Some(silence.chain(frames).take(count).collect())
    }
}

/// Runs a decoder, which a damaged file may bring to panic: none then, and not
/// a word on the terminal, because to the player it is a damaged file.
pub(super) fn quietly<T>(work: impl FnOnce() -> Option<T>) -> Option<T> {
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
