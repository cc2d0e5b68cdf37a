//! Sound effects and music: argument rules; the machine does the rest.

use machine::{EffectCall, MusicCall};
use vm::{Args, Call, Kind, Raise};

use crate::numbers::{flag, int, int_or, to_i32};
use crate::world::World;

type Outcome = Result<usize, Raise>;

const NOTE: &str = "sfx: a note is a whole number, or a name such as C#4";

/// The note in argument `i`: a whole number, or a name of three characters
/// (`C-4`, `F#2`). `None` keeps the effect's own note, as do nil and names of
/// three characters that mean nothing.
///
/// # Errors
/// Anything else that is a string or a number: upstream turns a float into
/// text first, so 1.5 passes as an unknown name of three characters and 14.0
/// does not.
fn note(args: Args<'_>, i: usize) -> Result<Option<i32>, Raise> {
    match args.kind(i) {
        Kind::Number if args.is_integer(i) => Ok(Some(int(args, i))),
        Kind::Number => {
            let tenths = args.number(i) * 10.0;
            let three_characters = (0.0..100.0).contains(&tenths)
                && (args.number(i) * 10.0).fract() == 0.0
                && !args.number(i).is_sign_negative();
            if three_characters {
                Ok(None)
            } else {
                Err(Raise::from(NOTE))
            }
        }
        Kind::String => match args.bytes(i) {
            Some(&[letter, accidental, octave]) => Ok(named(letter, accidental, octave)),
            _ => Err(Raise::from(NOTE)),
        },
        _ => Ok(None),
    }
}

/// A note by its name in three characters. Lower case is accepted but names
/// nothing, as upstream.
fn named(letter: u8, accidental: u8, octave: u8) -> Option<i32> {
    const NAMES: [&[u8; 2]; 12] = [
        b"C-", b"C#", b"D-", b"D#", b"E-", b"F-", b"F#", b"G-", b"G#", b"A-", b"A#", b"B-",
    ];
    let step = NAMES
        .iter()
        .position(|name| **name == [letter, accidental])? as i32;
    Some(step + (i32::from(octave) - i32::from(b'1')) * 12)
}

pub(super) fn sfx(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    if args.count() == 0 {
        return Err(Raise::from(
            "sfx takes 1 to 6 arguments: sfx(id, [note], [duration], [channel], [volume], [speed])",
        ));
    }
    let call = EffectCall {
        id: int(args, 1),
        note: note(args, 2)?,
        duration: int_or(args, 3, -1),
        channel: int_or(args, 4, 0),
        volume: volumes(args, 5, world.tic80),
        speed: (args.count() >= 6).then(|| int(args, 6)),
    };
    world
        .sfx(&call)
        .map_err(|error| Raise::from(error.to_string()))?;
    Ok(0)
}

/// The volume, one number or `{left, right}`, as two values of 0 to 15.
///
/// TIC-80 takes the type of the table's elements for their values, which is 3
/// for numbers; its carts were made with that sound.
fn volumes(args: Args<'_>, i: usize, tic80: bool) -> [u8; 2] {
    match args.kind(i) {
        Kind::Table if tic80 => [3; 2],
        Kind::Table => [1, 2].map(|n| args.element(i, n).map_or(15, |v| to_i32(v) as u8 & 15)),
        _ => [int_or(args, i, 15) as u8 & 15; 2],
    }
}

pub(super) fn music(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let call = MusicCall {
        track: int_or(args, 1, -1),
        frame: int_or(args, 2, -1),
        row: int_or(args, 3, -1),
        looped: args.count() < 4 || args.boolean(4),
        sustain: flag(args, 5),
        tempo: int_or(args, 6, -1),
        speed: int_or(args, 7, -1),
    };
    world
        .music(&call)
        .map_err(|error| Raise::from(error.to_string()))?;
    Ok(0)
}

pub(super) fn fft(cx: &mut Call<'_, World>) -> Outcome {
    if cx.args().count() == 0 {
        return Err(Raise::from("fft takes 1 or 2 arguments: fft(start, [end])"));
    }
    cx.push_number(0.0);
    Ok(1)
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn note_names_have_a_capital_letter_an_accidental_and_an_octave_from_one() {
        assert_eq!(named(b'C', b'-', b'1'), Some(0));
        assert_eq!(named(b'C', b'#', b'4'), Some(37));
        assert_eq!(named(b'A', b'-', b'4'), Some(45));
        assert_eq!(named(b'c', b'-', b'4'), None);
        assert_eq!(named(b'H', b'-', b'4'), None);
    }
}
