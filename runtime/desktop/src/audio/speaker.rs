//! The real device, through cpal. The stream is our own: rodio's would keep
//! buffer size and errors to itself.

use std::time::{Duration, Instant};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, ErrorKind, FromSample, SampleFormat, SizedSample, StreamConfig};

use super::FRAMES_A_SECOND;
use super::device::{AudioDevice, Opened};
use super::pump::{Alarm, Plug};

/// Frames of a buffer to ask for, in this order; then the device's choice.
/// What is asked for is not always given.
const SIZES: [BufferSize; 3] = [
    BufferSize::Fixed(512),
    BufferSize::Fixed(1024),
    BufferSize::Default,
];
/// Errors a second that are let through at full speed. A device that was
/// removed may report hundreds of thousands, on a thread that never ends.
const ERRORS_A_SECOND: u32 = 20;
/// How long the device's thread is held up by an error above that.
const HELD_UP: Duration = Duration::from_millis(20);

/// How long a device may report errors without taking any frames.
const GETTING_UP: Duration = Duration::from_secs(1);

/// The default device of this computer.
pub(super) struct Speaker;

impl AudioDevice for Speaker {
    fn open(&mut self, plug: &mut Plug) -> Result<Opened, String> {
        hush();
        let words = |error: cpal::Error| error.to_string();
        let device = default_device()?;
        let standard = device.default_output_config().map_err(words)?;
        let mut config = standard.config();
        if config.sample_rate != FRAMES_A_SECOND && takes_our_rate(&device, &standard) {
            config.sample_rate = FRAMES_A_SECOND;
        }
        let format = standard.sample_format();
        let mut failure = String::new();
        for size in SIZES {
            config.buffer_size = size;
            match stream(&device, config, format, plug) {
                Ok(stream) => {
                    return Ok(Opened {
                        stream: Box::new(stream),
                        name: name(&device),
                        rate: config.sample_rate,
                    });
                }
                Err(error) => failure = error.to_string(),
            }
        }
        Err(failure)
    }
}

/// The default device and its rate, or why there is none.
pub(crate) fn found() -> Result<String, String> {
    hush();
    let device = default_device()?;
    let config = device
        .default_output_config()
        .map_err(|error| error.to_string())?;
    Ok(format!(
        "{}, {} Hz, {} channels",
        name(&device),
        config.sample_rate(),
        config.channels()
    ))
}

fn default_device() -> Result<cpal::Device, String> {
    cpal::default_host()
        .default_output_device()
        .ok_or_else(|| "there is none".into())
}

fn name(device: &cpal::Device) -> String {
    device.description().map_or_else(
        |_| "a device without a name".into(),
        |description| description.name().to_owned(),
    )
}

fn takes_our_rate(device: &cpal::Device, standard: &cpal::SupportedStreamConfig) -> bool {
    device.supported_output_configs().is_ok_and(|mut ranges| {
        ranges.any(|range| {
            range.channels() == standard.channels()
                && range.sample_format() == standard.sample_format()
                && range.contains_rate(FRAMES_A_SECOND)
        })
    })
}

fn stream(
    device: &cpal::Device,
    config: StreamConfig,
    format: SampleFormat,
    plug: &mut Plug,
) -> Result<cpal::Stream, cpal::Error> {
    let stream = match format {
        SampleFormat::F64 => build::<f64>(device, config, plug),
        SampleFormat::I8 => build::<i8>(device, config, plug),
        SampleFormat::I16 => build::<i16>(device, config, plug),
        SampleFormat::I24 => build::<cpal::I24>(device, config, plug),
        SampleFormat::I32 => build::<i32>(device, config, plug),
        SampleFormat::U8 => build::<u8>(device, config, plug),
        SampleFormat::U16 => build::<u16>(device, config, plug),
        SampleFormat::U32 => build::<u32>(device, config, plug),
        // What is left is rare, and a device may well take floats as well.
        _ => build::<f32>(device, config, plug),
    }?;
    stream.play()?;
    Ok(stream)
}

fn build<T>(
    device: &cpal::Device,
    config: StreamConfig,
    plug: &mut Plug,
) -> Result<cpal::Stream, cpal::Error>
where
    T: SizedSample + FromSample<f32>,
{
    let (mut pump, alarm) = plug.pump(config.sample_rate);
    let channels = usize::from(config.channels);
    let mut errors = Errors::new(Instant::now());
    let mut hushed = false;
    device.build_output_stream(
        config,
        move |data: &mut [T], info| {
            let now = Instant::now();
            // Only the difference: what the moments are counted from differs
            // between hosts, and pulse has none.
            let stamp = info.timestamp();
            let delay = stamp.playback.duration_since(stamp.callback);
            if !std::mem::replace(&mut hushed, true) {
                hush();
            }
            pump.fill(data, channels, now, Some(delay));
        },
        move |error| errors.take(&error, &alarm),
        None,
    )
}

/// Takes a stream's errors, and holds its thread up if there are too many.
struct Errors {
    /// Start of the second that is counted, and the errors in it.
    second: Instant,
    count: u32,
    /// First error since the device last took frames.
    stumbled: Option<Instant>,
}

impl Errors {
    fn new(now: Instant) -> Self {
        Self {
            second: now,
            count: 0,
            stumbled: None,
        }
    }

    fn take(&mut self, error: &cpal::Error, alarm: &Alarm) {
        let now = Instant::now();
        let over = match weight(error.kind()) {
            Weight::Nothing => false,
            Weight::Stumble => self.is_down(now, alarm.last_callback()),
            Weight::TheEnd => true,
        };
        if over {
            alarm.gone(|| error.to_string());
        }
        if self.is_too_many(now) {
            std::thread::sleep(HELD_UP);
        }
    }

    /// Whether the device stumbled and has not got up for long.
    fn is_down(&mut self, now: Instant, last: Option<Instant>) -> bool {
        let since = match self.stumbled {
            Some(since) if last.is_none_or(|last| last < since) => since,
            _ => now,
        };
        self.stumbled = Some(since);
        now.saturating_duration_since(since) >= GETTING_UP
    }

    fn is_too_many(&mut self, now: Instant) -> bool {
        if now.saturating_duration_since(self.second) >= Duration::from_secs(1) {
            (self.second, self.count) = (now, 0);
        }
        self.count += 1;
        self.count > ERRORS_A_SECOND
    }
}

/// What an error means for the stream.
#[derive(Debug, PartialEq)]
enum Weight {
    /// It goes on.
    Nothing,
    /// It may go on.
    Stumble,
    /// It has to be opened anew.
    TheEnd,
}

fn weight(kind: ErrorKind) -> Weight {
    match kind {
        ErrorKind::Xrun | ErrorKind::RealtimeDenied | ErrorKind::DeviceChanged => Weight::Nothing,
        ErrorKind::DeviceNotAvailable
        | ErrorKind::HostUnavailable
        | ErrorKind::StreamInvalidated
        | ErrorKind::PermissionDenied => Weight::TheEnd,
        _ => Weight::Stumble,
    }
}

/// Keeps ALSA's library from writing to the terminal from this thread. Its
/// handler is one for each thread, and taking it anew forgets what it heard.
fn hush() {
    #[cfg(target_os = "linux")]
    {
        // On failure it stays loud, which is a nuisance and no more.
        let _ = alsa::Output::local_error_handler();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_errors_is_held_up() {
        let now = Instant::now();
        let mut errors = Errors::new(now);
        let held = (0..100_000).filter(|_| errors.is_too_many(now)).count();
        assert_eq!(held, 100_000 - ERRORS_A_SECOND as usize);
        assert!(!errors.is_too_many(now + Duration::from_secs(1)));
    }

    #[test]
    fn a_device_that_stumbles_may_get_up() {
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        let mut errors = Errors::new(start);
        assert!(!errors.is_down(after(0), None));
        assert!(!errors.is_down(after(900), None));
        assert!(!errors.is_down(after(1100), Some(after(950))));
        assert!(!errors.is_down(after(2000), Some(after(950))));
        assert!(errors.is_down(after(2100), Some(after(950))));
    }

    #[test]
    fn an_underrun_is_not_the_end() {
        assert_eq!(weight(ErrorKind::Xrun), Weight::Nothing);
        assert_eq!(weight(ErrorKind::DeviceChanged), Weight::Nothing);
        assert_eq!(weight(ErrorKind::BackendError), Weight::Stumble);
        assert_eq!(weight(ErrorKind::DeviceNotAvailable), Weight::TheEnd);
    }
}
