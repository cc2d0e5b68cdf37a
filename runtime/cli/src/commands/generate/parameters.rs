//! The parameters of generators on the command line: as options of their own,
//! as `-p name=value`, and as a list for people.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;

use mapgen::qr::Matrix;
use mapgen::{Chain, GENERATORS, Generator, PASSES, Request};

use super::wrong;
use crate::exit::{Exit, Failure};

/// Turns `--depth 5` behind `gen` into `-p depth=5`, for the name of any
/// parameter that a generator has; clap knows only what the program has.
pub(crate) fn with_parameters(mut arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    while let Some(argument) = arguments.next() {
        let is_gen = all.get(1).is_some_and(|command| command == "gen");
        let option = argument.to_str().filter(|_| is_gen);
        let Some(option) = option.and_then(|text| text.strip_prefix("--")) else {
            all.push(argument);
            continue;
        };
        let (name, given) = match option.split_once('=') {
            Some((name, value)) => (name, Some(OsString::from(value))),
            None => (option, None),
        };
        let name = name.replace('-', "_");
        if !is_parameter(&name) {
            all.push(argument);
            continue;
        }
        all.push("-p".into());
        // Without a value clap says that one is missing.
        if let Some(value) = given.or_else(|| arguments.next()) {
            let mut pair = OsString::from(format!("{name}="));
            pair.push(value);
            all.push(pair);
        }
    }
    all
}

fn is_parameter(name: &str) -> bool {
    // The link of a chain may stand before a dot.
    let name = name.split_once('.').map_or(name, |(_, name)| name);
    let known = |generator: &Generator| {
        let mut parameters = generator.info.parameters.iter();
        parameters.any(|parameter| parameter.name == name)
    };
    name == "image" || GENERATORS.iter().chain(PASSES).any(known)
}

/// The value of `-p`.
pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=');
    let (name, value) = pair.ok_or("write it as NAME=VALUE, such as depth=5")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// The value of `--size`.
pub(super) fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once('x');
    let number = |side: &str| side.parse().ok();
    sides
        .and_then(|(width, height)| number(width).zip(number(height)))
        .ok_or_else(|| "write it as WIDTHxHEIGHT, such as 64x48".to_owned())
}

/// The value of `--seeds`.
pub(super) fn span(text: &str) -> Result<(u64, u64), String> {
    let ends = text.split_once("..");
    let number = |end: &str| end.parse::<u64>().ok();
    let ends = ends.and_then(|(first, last)| number(first).zip(number(last)));
    match ends {
        Some((first, last)) if last < first => {
            Err(format!("there is nothing from {first} to {last}"))
        }
        // A figure has 16 bytes and more, and nobody waits for more maps.
        Some((first, last)) if last - first >= 10_000_000 => {
            Err("ten million seeds are possible at most".to_owned())
        }
        Some(ends) => Ok(ends),
        None => Err("write it as FIRST..LAST, such as 1..1000".to_owned()),
    }
}

/// What was typed, as a chain; files are read here. A parameter is that of the
/// first link that has one of its name, or of the link before its dot.
pub(super) fn chain(
    names: &str,
    parameters: &[(String, String)],
    size: Option<(u32, u32)>,
) -> Result<Chain, Failure> {
    let names: Vec<&str> = names.split('+').collect();
    let mut requests = vec![Request::default(); names.len()];
    if let Some((width, height)) = size {
        requests[0] = Request::default().sized(width, height);
    }
    let has = |link: &&str, name: &str| {
        Generator::named(link).is_ok_and(|generator| {
            let mut known = generator.info.parameters.iter();
            known.any(|known| known.name == name || (name == "image" && known.name == "matrix"))
        })
    };
    for (name, value) in parameters {
        let (link, name) = match name.split_once('.') {
            Some((link, name)) => (names.iter().position(|known| known == &link), name),
            None => (names.iter().position(|link| has(link, name)), name.as_str()),
        };
        let at = link.unwrap_or(0);
        let request = std::mem::take(&mut requests[at]);
        requests[at] = if name == "image" && has(&names[at], name) {
            request.with("matrix", code(Path::new(value))?)
        } else {
            request.with(name, value.as_str())
        };
    }
    let mut links = names.iter().zip(requests);
    let chain = links.try_fold(Chain::default(), |chain, (name, request)| {
        chain.then(name, request)
    });
    chain.map_err(|error| wrong(&error))
}

/// The QR code in a photograph, as rows.
fn code(path: &Path) -> Result<String, Failure> {
    let bytes = console::read_file(path).map_err(|error| Failure::new(Exit::Usage, error))?;
    let (matrix, _) = Matrix::read(&bytes)
        .map_err(|error| Failure::new(Exit::Usage, format!("{}: {error}", path.display())))?;
    Ok(matrix.to_text())
}

/// All generators and passes with their parameters.
pub(super) fn listed() -> String {
    let mut text = String::new();
    for (number, generator) in GENERATORS.iter().chain(PASSES).enumerate() {
        if number == GENERATORS.len() {
            text.push_str("\nBehind a generator, as in caves+loops+ends:\n\n");
        }
        let info = generator.info;
        let _ = writeln!(text, "{}: {}", info.name, info.about);
        for parameter in info.parameters {
            let _ = writeln!(
                text,
                "  {:<14} {} ({}; {})",
                parameter.name,
                parameter.about,
                parameter.range(),
                parameter.default()
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{size, span, with_parameters};

    #[test]
    fn options_that_are_parameters_become_pairs() {
        let check = |given: &str, expected: &str| {
            let words = with_parameters(given.split(' ').map(Into::into));
            let words: Vec<_> = words.iter().filter_map(|word| word.to_str()).collect();
            assert_eq!(words.join(" "), expected);
        };
        check(
            "d gen bsp --depth 5 --seed 7",
            "d gen bsp -p depth=5 --seed 7",
        );
        check(
            "d gen bsp --room-min=4 -o x",
            "d gen bsp -p room_min=4 -o x",
        );
        check(
            "d gen bsp+loops --loops.count 3",
            "d gen bsp+loops -p loops.count=3",
        );
        check("d gen qr --text", "d gen qr -p");
        check("d run --depth 5", "d run --depth 5");
    }

    #[test]
    fn sizes_and_spans_are_read() {
        assert_eq!(size("64x48"), Ok((64, 48)));
        assert_eq!(span("1..9"), Ok((1, 9)));
        for wrong in ["64", "x", "-1x2", "1x2x3"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        for wrong in ["1", "9..1", "a..b", "0..10000000"] {
            assert!(span(wrong).is_err(), "{wrong}");
        }
    }
}
