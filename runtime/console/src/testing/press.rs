//! What a test presses, and when: from the words of the test to a control and
//! a time on the console's clock.

use std::collections::BTreeMap;

use machine::Size;
use script::conductor::{BeatPosition, SongTime};
use script::{Control, Tree, key_code};

use crate::replay::{HandedOver, Held, ReplayPress};
use crate::stage::Music;

/// Buttons of a pad, in the order of their numbers.
const BUTTONS: [&str; 8] = ["up", "down", "left", "right", "a", "b", "x", "y"];

/// Seconds for which something is held that nothing but a release ends.
const FOR_EVER: f64 = 1_000_000.0;

/// Furthest place in beats, or milliseconds.
const FURTHEST: f64 = 1_000_000.0;

/// The fields of a table of a test's.
pub(super) type Given = BTreeMap<Vec<u8>, Tree>;

/// A field, if it is there.
pub(super) fn field<'a>(given: &'a Given, name: &str) -> Option<&'a Tree> {
    given.get(name.as_bytes())
}

/// A field that is a number.
///
/// # Errors
/// It is none, or too far.
pub(super) fn number(given: &Given, name: &str) -> Result<Option<f64>, String> {
    let number = match field(given, name) {
        None => return Ok(None),
        Some(Tree::Integer(number)) => *number as f64,
        Some(Tree::Number(number)) => *number,
        Some(_) => f64::NAN,
    };
    if (-FURTHEST..=FURTHEST).contains(&number) {
        return Ok(Some(number));
    }
    Err(format!("{name} must be a number from -1000000 to 1000000"))
}

/// What a test presses.
///
/// # Errors
/// There is no such control.
pub(super) fn control(given: &Given, music: Music<'_>) -> Result<Control, String> {
    let player = match field(given, "player") {
        None => None,
        Some(Tree::Integer(player @ 1..=4)) => Some(*player as u8 - 1),
        Some(_) => return Err("player must be 1 to 4".to_owned()),
    };
    let kinds = ["name", "button", "action", "key"];
    let named: Vec<&str> = (kinds.into_iter())
        .filter(|kind| field(given, kind).is_some())
        .collect();
    let [kind] = named[..] else {
        return Err("press one thing: a name, or one of button, action and key".to_owned());
    };
    let value = field(given, kind);
    let pad = player.unwrap_or(0);
    match (kind, value) {
        ("name" | "button", Some(Tree::Integer(number @ 0..=31))) => {
            let shift = if *number < 8 { pad * 8 } else { 0 };
            Ok(Control::Button(*number as u8 + shift))
        }
        ("key", Some(Tree::Integer(code @ 1..=94))) => Ok(Control::Key(*code as u8)),
        (kind, Some(Tree::Bytes(bytes))) => {
            let name = String::from_utf8_lossy(bytes);
            named_control(kind, &name, pad, music)
        }
        ("key", _) => Err("a key is a name, such as \"space\", or a code from 1 to 94".to_owned()),
        _ => Err("what is pressed is a name, or the number of a button, 0 to 31".to_owned()),
    }
}

fn named_control(kind: &str, name: &str, pad: u8, music: Music<'_>) -> Result<Control, String> {
    let any = kind == "name";
    if any || kind == "action" {
        if let Some(control) = music.control_of(name, usize::from(pad)) {
            return Ok(control);
        }
        if !any {
            let actions = music.actions().join(", ");
            return Err(if actions.is_empty() {
                format!("there is no action '{name}': the cart has not started the beat")
            } else {
                format!(
                    "there is no action '{name}' of player {}; there are {actions}",
                    pad + 1
                )
            });
        }
    }
    if any || kind == "button" {
        let number = BUTTONS.iter().position(|button| *button == name);
        if let Some(number) = number {
            return Ok(Control::Button(pad * 8 + number as u8));
        }
    }
    if (any || kind == "key")
        && let Some(code) = key_code(name)
    {
        return Ok(Control::Key(code));
    }
    Err(match kind {
        "key" => format!("there is no key '{name}'"),
        "button" => format!(
            "there is no button '{name}'; there are {}",
            BUTTONS.join(", ")
        ),
        _ => format!("there is no action, button or key '{name}'"),
    })
}

/// When a press is that a test asks for before the tick of this number.
///
/// # Errors
/// Without music beats have no time; and nothing can be pressed in the past.
pub(super) fn time(given: &Given, music: Music<'_>, tick: u64) -> Result<SongTime, String> {
    let (beat, late) = (number(given, "beat")?, number(given, "late")?);
    let shift = SongTime::of_seconds(number(given, "ms")?.unwrap_or(0.0) / 1000.0);
    let last = SongTime::of_tick(tick as i64 - 1);
    if beat.is_none() && late.is_none() {
        let at = SongTime::of_tick(tick as i64) + shift;
        return Ok(at.max(last));
    }
    let conductor = music.conductor();
    let now = conductor.moment(last).position;
    let late = BeatPosition::of_beats(late.unwrap_or(0.0));
    let beat = match beat {
        Some(beat) => BeatPosition::of_beats(beat),
        // The first one that is still to come, with its lateness.
        None => BeatPosition::of_beat((now - late).index() + 1),
    };
    let Some(at) = conductor.clock_of(beat + late) else {
        return Err(silent(music));
    };
    let at = at + shift;
    if at < last {
        return Err(format!(
            "that is in the past: the press would be at beat {}, and the music is at {}",
            conductor.moment(at).position.beats(),
            now.beats()
        ));
    }
    Ok(at)
}

/// Why beats have no time.
pub(super) fn silent(music: Music<'_>) -> String {
    if music.song().is_some() {
        "the music is held, so beats have no time: the cart has called beat.pause".to_owned()
    } else {
        "there is no music, so beats have no time: run until the cart has called beat.start"
            .to_owned()
    }
}

/// The press as a replay has it.
///
/// # Errors
/// For how long it is held is no number of ticks.
pub(super) fn tap(given: &Given, what: Control, at: SongTime) -> Result<ReplayPress, String> {
    let seconds = match field(given, "hold") {
        None => None,
        Some(Tree::Bytes(word)) if word == b"on" => Some(FOR_EVER),
        Some(_) => match number(given, "hold")? {
            Some(ticks) if ticks > 0.0 => Some(ticks / 60.0),
            _ => return Err("hold must be a number of ticks, more than 0".to_owned()),
        },
    };
    let mut press = ReplayPress {
        flicks: Some(at.0),
        down: true,
        seconds,
        ..ReplayPress::default()
    };
    match what {
        Control::Button(button) => press.button = Some(button),
        Control::Key(code) => press.key = Some(code.into()),
    }
    Ok(press)
}

/// The mouse from a tick on, and how it is in the tick after: the wheel turns
/// in one tick only.
///
/// # Errors
/// A value is out of its range.
pub(super) fn mouse(given: &Given, tick: u64, size: Size) -> Result<[Held; 2], String> {
    let place = |name: &str, border: usize| -> Result<u8, String> {
        let place = number(given, name)?.ok_or("the mouse is at x, y of the screen")?;
        let place = place + border as f64;
        let fits = (0.0..=255.0).contains(&place);
        let fault = || format!("{name} is too far from the screen");
        fits.then_some(place as u8).ok_or_else(fault)
    };
    let (columns, rows) = size.border();
    let mouse = [place("x", columns)?, place("y", rows)?];
    let mut buttons = 0;
    for (bit, name) in ["left", "middle", "right"].into_iter().enumerate() {
        match field(given, name) {
            None => {}
            Some(Tree::Boolean(down)) => buttons |= u16::from(*down) << bit,
            Some(_) => return Err(format!("{name} must be true or false")),
        }
    }
    let mut wheels = 0;
    for (shift, name) in [(3, "scroll_x"), (9, "scroll_y")] {
        let turns = number(given, name)?.unwrap_or(0.0);
        if !(-32.0..=31.0).contains(&turns) {
            return Err(format!("{name} must be -32 to 31"));
        }
        wheels |= ((turns as i16 & 0x3f) as u16) << shift;
    }
    let held = |tick, buttons| Held {
        tick,
        mouse: Some(mouse),
        buttons: Some(buttons),
        ..Held::default()
    };
    Ok([held(tick, buttons | wheels), held(tick + 1, buttons)])
}

/// Text or a picture that is handed over.
///
/// # Errors
/// It is neither.
pub(super) fn handed(given: &Given, tick: u64) -> Result<HandedOver, String> {
    let text = |name: &str| match field(given, name) {
        None => Ok(None),
        Some(Tree::Bytes(bytes)) => Ok(Some(String::from_utf8_lossy(bytes).into_owned())),
        Some(_) => Err(format!("{name} must be a text")),
    };
    let over = HandedOver {
        tick,
        text: text("text")?,
        drop: text("drop")?,
        matrix: text("matrix")?,
        problem: text("problem")?,
    };
    over.handed()?;
    Ok(over)
}
