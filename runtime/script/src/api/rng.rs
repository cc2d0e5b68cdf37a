//! Random streams that carts hold: blocks of the four words of a generator.
//!
//! Being plain bytes in Lua's memory, a stream goes with snapshots, and goes
//! back with the table that holds it; the numbers come from crate `dice`.

use dice::{Seed, Stream};
use vm::{Args, Call, Kind, Numeric, Raise};

use crate::world::World;

type Outcome = Result<usize, Raise>;

/// The kind of block, as in the table of functions.
const KIND: &str = "rng";

/// Bytes of a stream.
const SIZE: usize = 32;

pub(super) fn new(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    let seed = match (args.bytes(1), args.integer(1)) {
        (Some(text), _) => Seed::from_text(&String::from_utf8_lossy(text)),
        (None, Some(number)) => Seed::new(number as u64),
        (None, None) if matches!(args.kind(1), Kind::None | Kind::Nil) => {
            Seed::new(cx.random_bits())
        }
        (None, None) => {
            return Err(Raise::from(
                "rng.new: the seed must be a whole number or a text",
            ));
        }
    };
    Ok(give(cx, &seed.stream()))
}

pub(super) fn int(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str = "r:int needs a stream before a colon, such as r:int(1, 6)";
    let args = cx.args();
    let (first, second) = (args.integer(2), args.integer(3));
    let (low, high) = match (first, second) {
        (Some(low), Some(high)) => (low, high),
        (Some(high), None) if args.count() == 2 => (1, high),
        _ => {
            args.block(1, KIND).ok_or(USAGE)?;
            return Err(Raise::from(
                "r:int: the range must be whole numbers, such as r:int(1, 6)",
            ));
        }
    };
    if low > high {
        args.block(1, KIND).ok_or(USAGE)?;
        return Err(Raise::from(format!(
            "r:int: there is nothing from {low} to {high}"
        )));
    }
    let drawn = draw(cx, USAGE, |stream| stream.int(low, high))?;
    cx.push_integer(drawn);
    Ok(1)
}

pub(super) fn float(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str = "r:float needs a stream before a colon: r:float()";
    let drawn = draw(cx, USAGE, Stream::float)?;
    cx.push_number(drawn);
    Ok(1)
}

pub(super) fn chance(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str = "r:chance needs a stream before a colon, such as r:chance(0.25)";
    let args = cx.args();
    args.block(1, KIND).ok_or(USAGE)?;
    let Some(chance) = args.number_opt(2).filter(|chance| !chance.is_nan()) else {
        return Err(Raise::from(
            "r:chance: the chance must be a number, 0 (never) to 1 (always)",
        ));
    };
    let drawn = draw(cx, USAGE, Stream::float)?;
    cx.push_boolean(drawn < chance);
    Ok(1)
}

pub(super) fn pick(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str = "r:pick needs a stream before a colon, such as r:pick(list)";
    cx.args().block(1, KIND).ok_or(USAGE)?;
    let Some(length) = cx.length(2) else {
        return Err(Raise::from("r:pick: what to pick from must be a list"));
    };
    let picked = match cx.args().kind(3) {
        Kind::None | Kind::Nil => {
            draw(cx, USAGE, |stream| stream.index(length as usize))?.map(|index| index as i64 + 1)
        }
        Kind::Table => weighted(cx, USAGE, length)?,
        _ => return Err(Raise::from("r:pick: weights are a list of numbers")),
    };
    match picked {
        Some(n) => cx.push_element(2, n),
        None => cx.push_nil(),
    }
    Ok(1)
}

/// An element of a list of this length, by the weights in argument 3; none if
/// all weights are 0.
fn weighted(
    cx: &mut Call<'_, World>,
    usage: &'static str,
    length: i64,
) -> Result<Option<i64>, Raise> {
    cx.charge(length);
    if cx.is_spent() {
        return Ok(None);
    }
    let args = cx.args();
    let mut total = 0.0;
    let mut last = None;
    for n in 1..=length {
        let weight = weight(args, n)?;
        total += weight;
        if weight > 0.0 {
            last = Some(n);
        }
    }
    if last.is_none() {
        return Ok(None);
    }
    let mut left = draw(cx, usage, Stream::float)? * total;
    let args = cx.args();
    for n in 1..=length {
        let weight = weight(args, n)?;
        if left < weight {
            return Ok(Some(n));
        }
        left -= weight;
    }
    // Rounding may leave a little beyond the last one.
    Ok(last)
}

fn weight(args: Args<'_>, n: i64) -> Result<f64, Raise> {
    match args.element(3, n) {
        Some(weight) if weight.is_finite() && weight >= 0.0 => Ok(weight),
        Some(weight) => Err(Raise::from(format!(
            "r:pick: weight {n} must be 0 or more, got {weight}"
        ))),
        None => Err(Raise::from(format!(
            "r:pick: weight {n} is missing; each element has one"
        ))),
    }
}

pub(super) fn shuffle(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str = "r:shuffle needs a stream before a colon, such as r:shuffle(list)";
    cx.args().block(1, KIND).ok_or(USAGE)?;
    let Some(length) = cx.length(2) else {
        return Err(Raise::from("r:shuffle: what to shuffle must be a list"));
    };
    // Where the list has holes, nothing is swapped, and `length` may be far
    // beyond what is there.
    cx.charge(length.saturating_mul(4));
    if cx.is_spent() {
        return Ok(0);
    }
    for last in (2..=length).rev() {
        let other = draw(cx, USAGE, |stream| stream.int(1, last))?;
        if !cx.swap_elements(2, last, other) {
            return Err(Raise::from(
                "r:shuffle: the list has a hole (an element that is nil)",
            ));
        }
    }
    cx.push_argument(2);
    Ok(1)
}

pub(super) fn fork(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str = "r:fork needs a stream before a colon, such as r:fork(\"loot\")";
    let args = cx.args();
    args.block(1, KIND).ok_or(USAGE)?;
    let name = match (args.bytes(2), args.numeric(2)) {
        (Some(text), _) => String::from_utf8_lossy(text).into_owned(),
        (None, Some(Numeric::Integer(number))) => number.to_string(),
        _ => {
            return Err(Raise::from(
                "r:fork: the name must be a text or a whole number",
            ));
        }
    };
    let fork = draw(cx, USAGE, |stream| stream.fork(&name))?;
    Ok(give(cx, &fork))
}

pub(super) fn state(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str = "r:state needs a stream before a colon: r:state()";
    let args = cx.args();
    args.block(1, KIND).ok_or(USAGE)?;
    let new = match args.kind(2) {
        Kind::None | Kind::Nil => None,
        _ => Some(args.bytes(2).and_then(parse_state).ok_or(
            "r:state: that is no state of a stream; r:state() gives one, a text of 64 digits",
        )?),
    };
    let words = draw(cx, USAGE, |stream| {
        if let Some(words) = new {
            *stream = Stream::from_state(words);
        }
        stream.state()
    })?;
    let text: String = words.map(|word| format!("{word:016x}")).concat();
    cx.push_bytes(text.as_bytes());
    Ok(1)
}

/// The four words, each as 16 hexadecimal digits.
fn parse_state(text: &[u8]) -> Option<[u64; 4]> {
    let text = std::str::from_utf8(text).ok()?;
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut words = [0; 4];
    for (word, at) in words.iter_mut().zip((0..64).step_by(16)) {
        *word = u64::from_str_radix(&text[at..at + 16], 16).ok()?;
    }
    (words != [0; 4]).then_some(words)
}

/// Lets the stream before the colon draw something.
#[inline]
fn draw<T>(
    cx: &mut Call<'_, World>,
    usage: &'static str,
    draw: impl FnOnce(&mut Stream) -> T,
) -> Result<T, Raise> {
    let block = cx.block_mut(1, KIND).ok_or(usage)?;
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    let mut stream = Stream::from_state(words);
    let drawn = draw(&mut stream);
    write(block, &stream);
    Ok(drawn)
}

/// Adds a stream to the results; gives their number.
fn give(cx: &mut Call<'_, World>, stream: &Stream) -> usize {
    if let Some(block) = cx.push_block(KIND, SIZE) {
        write(block, stream);
    }
    1
}

fn write(block: &mut [u8], stream: &Stream) {
    for (bytes, word) in block.chunks_exact_mut(8).zip(stream.state()) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use crate::{Callback, FailureKind, Options, Script, World};
    use machine::{Machine, Size};

    /// A list may have so many holes that its length is astronomical.
    #[test]
    fn a_list_with_enormous_holes_ends_with_the_budget() {
        // With room for names, the numbers stay among them, and doubling an
        // index finds an element each time.
        let room = "a = nil,".repeat(64);
        let calls = ["r:shuffle(t)", "r:pick(t, t)"];
        for call in calls {
            let mut world = World::new(Machine::new(Size::default(), Vec::new()));
            world.tic80 = false;
            let mut script = Script::new(&mut world, Options::default()).unwrap();
            let code = format!(
                "local t, r = {{{room}}}, rng.new(1) for i = 0, 62 do t[1 << i] = 1 end
                assert(#t > 1 << 60)
                function TIC() {call} while true do end end"
            );
            let loaded = script.load(&mut world, code.as_bytes(), "t.lua");
            assert_eq!(loaded, Ok(()), "{call}");
            script.begin_tick();
            let failure = script.call(&mut world, Callback::Tic, &[]).unwrap_err();
            assert_eq!(failure.kind, FailureKind::Budget, "{call}: {failure}");
        }
    }
}
