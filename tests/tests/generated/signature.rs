//! A signature of the API table taken apart: `name(a, [b=0, c=0]) -> d`.

/// A parameter.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Parameter<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// True if it stands in brackets.
    pub(crate) optional: bool,
    /// What stands behind `=`.
    pub(crate) default: Option<&'a str>,
}

/// Parameters and results of a function.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Signature<'a> {
    /// In order.
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// Names of the results, in order.
    pub(crate) results: Vec<&'a str>,
}

impl<'a> Signature<'a> {
    /// Takes a signature apart; none if it does not follow the notation.
    pub(crate) fn parse(text: &'a str) -> Option<Signature<'a>> {
        let (call, results) = text.split_once(" -> ").unwrap_or((text, ""));
        let (_, inside) = call.strip_suffix(')')?.split_once('(')?;
        let mut depth = 0_i32;
        let mut parameters = Vec::new();
        for part in inside.split(',').filter(|part| !part.trim().is_empty()) {
            let part = part.trim();
            depth += part.matches('[').count() as i32;
            let bare = part.trim_matches(['[', ']']);
            let (name, default) = match bare.split_once('=') {
                Some((name, default)) => (name, Some(default)),
                None => (bare, None),
            };
            parameters.push(Parameter {
                name,
                optional: depth > 0,
                default,
            });
            depth -= part.matches(']').count() as i32;
        }
        let results = results
            .split(", ")
            .filter(|name| !name.is_empty())
            .collect();
        (depth == 0).then_some(Signature {
            parameters,
            results,
        })
    }
}

/// A type in the notation of Lua language servers, by the name that a
/// parameter or result has in the table.
pub(crate) fn type_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "any" | "keep" | "text" => "any",
        "..." => "string|table",
        "action" | "file" | "name" | "state" | "verdict" => "string",
        "list" => "any[]",
        "data" | "game" => "table?",
        "mark" => "userdata",
        "event" => "Event?",
        "weights" => "number[]",
        "rng" => "Rng",
        "grid" => "Grid",
        "hit" => "Hit?",
        "hits" => "Hit[]",
        "cell" => "{x: integer, y: integer, distance: number}?",
        "goal" => "number|Point|Point[]",
        "blocks" => "integer[]",
        "steps" => "Steps",
        "map" => "Map",
        "parameters" => "table<string, any>?",
        "colors" | "costs" | "sprites" => "table<integer, integer>",
        "options" => "{loop?: boolean|number[], volume?: number, at?: number}",
        "plan" => "BeatPlan",
        "fn" => "fun(count: integer)",
        "boolean" | "fixed" | "small" | "alt" | "loop" | "sustain" | "use_map" | "tocart"
        | "left" | "middle" | "right" | "diagonal" | "upright" => "boolean",
        "remap" => "fun(tile: integer, x: integer, y: integer): integer, integer?, integer?",
        "colorkey" | "chromakey" => "integer|integer[]",
        "note" | "seed" => "integer|string",
        "angle" | "beats" | "bpm" | "dx" | "dy" | "opening" | "phase" | "range" | "level"
        | "milliseconds" | "number" | "p" | "radius" | "a" | "b" | "x" | "y" | "w" | "h" | "sx"
        | "sy" | "x0" | "y0" | "x1" | "y1" | "x2" | "y2" | "x3" | "y3" | "u1" | "v1" | "u2"
        | "v2" | "u3" | "v3" | "z1" | "z2" | "z3" => "number",
        "address" | "bank" | "bar" | "beat" | "bits" | "border" | "channel" | "clear" | "code"
        | "color" | "count" | "duration" | "end" | "flag" | "flip" | "frame" | "frames"
        | "from" | "high" | "hold" | "id" | "index" | "integer" | "low" | "mask" | "period"
        | "player" | "previous" | "quarters" | "rotate" | "row" | "scale" | "scrollx"
        | "scrolly" | "seconds" | "size" | "speed" | "sprite" | "start" | "step" | "tempo"
        | "texsrc" | "tile" | "to" | "track" | "value" | "volume" | "width" => "integer",
        _ => return None,
    })
}

#[test]
fn signatures_are_taken_apart() {
    let parsed = Signature::parse("f(a, [b=0, c], [d]) -> e, g").expect("it follows the notation");
    let parameter = |name, optional, default| Parameter {
        name,
        optional,
        default,
    };
    let expected = [
        parameter("a", false, None),
        parameter("b", true, Some("0")),
        parameter("c", true, None),
        parameter("d", true, None),
    ];
    assert_eq!(parsed.parameters, expected);
    assert_eq!(parsed.results, ["e", "g"]);
    assert_eq!(Signature::parse("f()").map(|s| s.parameters.len()), Some(0));
    assert_eq!(Signature::parse("f(a, [b)"), None);
    assert_eq!(Signature::parse("f"), None);
}

/// The class that stands for a kind of block, `Rng` for `rng`.
pub(crate) fn class_of(kind: &str) -> String {
    let (first, rest) = kind.split_at(1);
    first.to_uppercase() + rest
}

#[test]
fn every_signature_follows_the_notation() {
    for function in console::FUNCTIONS.iter().chain(crate::own_functions()) {
        let text = function.signature;
        let parsed = Signature::parse(text);
        let parsed = parsed.unwrap_or_else(|| panic!("{text} does not follow the notation"));
        let name = match function.name.split_once(':') {
            // A method is shown on a variable: `r:int` for `rng:int`.
            Some((kind, method)) => format!("{}:{method}", &kind[..1]),
            None => function.name.to_owned(),
        };
        assert!(text.starts_with(&format!("{name}(")), "{text}");
        let names = parsed.parameters.iter().map(|parameter| parameter.name);
        for name in names.chain(parsed.results) {
            assert!(type_of(name).is_some(), "{text}: which type is `{name}`?");
        }
    }
}
