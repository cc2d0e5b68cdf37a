//! Grammars: an axiom, and rules that replace letters, several of them for one
//! letter by chance.
//!
//! `F` and `G` draw, `R` makes a room, `+` and `-` turn right and left, `|`
//! turns around, `[` remembers the place and `]` goes back to it; all other
//! letters only stand for what becomes of them.

use dice::Stream;

use crate::GenError;
use crate::draw::between;

/// Most rules.
const MOST_RULES: usize = 64;
/// The largest weight of a rule.
const MOST_WEIGHT: u32 = 1000;

/// A grammar that is known by name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Preset {
    pub(super) axiom: &'static str,
    pub(super) rules: &'static str,
    /// Cells of a line that the generator wants at least.
    pub(super) step: u32,
}

impl Preset {
    /// The preset with this name; the first for all others.
    pub(super) fn named(name: &str) -> Preset {
        let (axiom, rules, step) = match name {
            "plant" => ("F", "F:2=F[+F]F[-F]F; F=F[+F]F; F=F[-F]F", 2),
            "koch" => ("F", "F=F+F-F-F+F", 2),
            "island" => ("F+F+F+F", "F=F+F-F-FF+F+F-F", 2),
            "crystal" => ("F+F+F+F", "F=FF+F||F+F", 2),
            "dragon" => ("FX", "X=X+YF+; Y=-FX-Y", 2),
            "hilbert" => ("A", "A=+BF-AFA-FB+; B=-AF+BFB+FA-", 2),
            _ => (
                "R[X]+[X]+[X]+X",
                "X:3=FFR[+X]X; X:3=FFR[-X]X; X:2=FFR[+X][-X]; X:2=FFFRX; X=FFR",
                4,
            ),
        };
        Preset { axiom, rules, step }
    }
}

/// What replaces a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rule {
    letter: u8,
    weight: u32,
    symbols: Vec<u8>,
}

/// Rules that were read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Grammar {
    pub(super) axiom: Vec<u8>,
    rules: Vec<Rule>,
}

impl Grammar {
    /// Reads an axiom, and rules such as `F=F+F; X:2=F[X]`, of which the second
    /// has the weight 2; between rules stands a semicolon, a comma or the end of
    /// a line.
    ///
    /// # Errors
    ///
    /// A character that means nothing, with its line and column.
    pub(super) fn read(axiom: &str, rules: &str) -> Result<Grammar, GenError> {
        let mut reader = Reader::new("axiom", axiom);
        let axiom = reader.symbols()?;
        if let Some(sign) = reader.peek() {
            return Err(reader.wrong(&format!("'{sign}' ends a rule; an axiom is one line")));
        }
        let mut reader = Reader::new("rules", rules);
        let mut list = Vec::new();
        loop {
            match reader.peek() {
                None => break,
                Some(';' | ',' | '\n') => {
                    reader.next();
                }
                Some(_) if list.len() == MOST_RULES => {
                    return Err(reader.wrong(&format!("more than {MOST_RULES} rules")));
                }
                Some(_) => list.push(reader.rule()?),
            }
        }
        Ok(Grammar { axiom, rules: list })
    }

    /// Replaces every letter that has rules; `None` if the result had more than
    /// `most` symbols.
    pub(super) fn rewrite(
        &self,
        symbols: &[u8],
        most: usize,
        stream: &mut Stream,
    ) -> Option<Vec<u8>> {
        let mut weights = [0; 256];
        for rule in &self.rules {
            weights[usize::from(rule.letter)] += rule.weight;
        }
        let mut result = Vec::with_capacity(symbols.len());
        for &symbol in symbols {
            let all = weights[usize::from(symbol)];
            if all == 0 {
                result.push(symbol);
            } else {
                let rules = || self.rules.iter().filter(|rule| rule.letter == symbol);
                let mut left = if rules().nth(1).is_some() {
                    between(stream, 0, all - 1)
                } else {
                    0
                };
                let chosen = rules().find(|rule| {
                    let is_it = left < rule.weight;
                    left = left.saturating_sub(rule.weight);
                    is_it
                });
                result.extend(chosen.iter().flat_map(|rule| &rule.symbols));
            }
            if result.len() > most {
                return None;
            }
        }
        Some(result)
    }
}

/// A text that is read, and where.
struct Reader<'a> {
    parameter: &'static str,
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    column: usize,
}

impl Reader<'_> {
    fn new<'a>(parameter: &'static str, text: &'a str) -> Reader<'a> {
        Reader {
            parameter,
            rest: text.chars().peekable(),
            line: 1,
            column: 1,
        }
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        while self
            .rest
            .next_if(|sign| matches!(sign, ' ' | '\t' | '\r'))
            .is_some()
        {
            self.column += 1;
        }
        self.rest.peek().copied()
    }

    fn next(&mut self) -> Option<char> {
        let sign = self.peek()?;
        self.rest.next();
        if sign == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(sign)
    }

    /// The error that the next character is.
    fn wrong(&self, what: &str) -> GenError {
        GenError::BadText {
            generator: "lsystem",
            parameter: self.parameter,
            line: self.line,
            column: self.column,
            what: what.to_owned(),
        }
    }

    fn rule(&mut self) -> Result<Rule, GenError> {
        let letter = match self.peek() {
            Some(letter @ 'A'..='Z') => letter as u8,
            _ => return Err(self.wrong("a rule begins with a letter from A to Z, as in F=F+F")),
        };
        self.next();
        let mut weight = 1;
        if self.peek() == Some(':') {
            self.next();
            let range = format!("a weight is a number from 1 to {MOST_WEIGHT}, as in F:2=F+F");
            let start = self.wrong(&range);
            let mut digits = String::new();
            while let Some(digit @ '0'..='9') = self.peek() {
                digits.push(digit);
                self.next();
            }
            weight = match digits.parse() {
                Ok(weight @ 1..=MOST_WEIGHT) => weight,
                _ => return Err(start),
            };
        }
        if self.peek() != Some('=') {
            return Err(self.wrong("'=' is missing after the letter, as in F=F+F"));
        }
        self.next();
        let symbols = self.symbols()?;
        Ok(Rule {
            letter,
            weight,
            symbols,
        })
    }

    /// Symbols up to the end of the rule.
    fn symbols(&mut self) -> Result<Vec<u8>, GenError> {
        let mut symbols = Vec::new();
        let mut open = 0;
        loop {
            match self.peek() {
                None | Some(';' | ',' | '\n') if open > 0 => {
                    return Err(self.wrong("']' is missing: every '[' needs one"));
                }
                None | Some(';' | ',' | '\n') => return Ok(symbols),
                Some(']') if open == 0 => {
                    return Err(self.wrong("']' without a '[' before it"));
                }
                Some(sign @ ('A'..='Z' | '+' | '-' | '|' | '[' | ']')) => {
                    open += i32::from(sign == '[') - i32::from(sign == ']');
                    symbols.push(sign as u8);
                    self.next();
                }
                Some(sign) => {
                    let what = format!("'{sign}' is none of A to Z, + - | [ ]");
                    return Err(self.wrong(&what));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Seed;

    #[test]
    fn letters_are_replaced() {
        let check = |axiom: &str, rules: &str, times: usize, expected: &str| {
            let grammar = Grammar::read(axiom, rules).expect(rules);
            let mut stream = Seed::new(1).stream();
            let mut symbols = grammar.axiom.clone();
            for _ in 0..times {
                symbols = grammar.rewrite(&symbols, 100, &mut stream).expect(rules);
            }
            assert_eq!(String::from_utf8_lossy(&symbols), expected);
        };
        check("F", "F=F+F-F-F+F", 1, "F+F-F-F+F");
        check("F X", "X = X+YF+ \n Y = -FX-Y;", 2, "FX+YF++-FX-YF+");
        check("A", "", 5, "A");
        check("A", "A=", 1, "");
        let grammar = Grammar::read("F", "F=FF").expect("a rule");
        assert_eq!(grammar.rewrite(b"FF", 3, &mut Seed::new(1).stream()), None);
    }

    #[test]
    fn heavier_rules_are_more_frequent() {
        let grammar = Grammar::read("F", "F:3=A, F=B").expect("rules");
        let mut stream = Seed::new(1).stream();
        let symbols = grammar.rewrite(&[b'F'; 1000], 1000, &mut stream);
        let symbols = symbols.expect("as many as before");
        let count: u32 = symbols
            .iter()
            .map(|&symbol| u32::from(symbol == b'A'))
            .sum();
        assert!((700..800).contains(&count), "{count}");
    }

    #[test]
    fn errors_say_where() {
        let check = |axiom: &str, rules: &str, message: &str| {
            let error = Grammar::read(axiom, rules).expect_err(message);
            assert_eq!(error.to_string(), format!("lsystem: {message}"));
        };
        check(
            "Fx",
            "",
            "axiom, line 1, column 2: 'x' is none of A to Z, + - | [ ]",
        );
        check(
            "F;F",
            "",
            "axiom, line 1, column 2: ';' ends a rule; an axiom is one line",
        );
        check(
            "F",
            "F=F+F;\n =F",
            "rules, line 2, column 2: a rule begins with a letter from A to Z, as in F=F+F",
        );
        check(
            "F",
            "F-F",
            "rules, line 1, column 2: '=' is missing after the letter, as in F=F+F",
        );
        check(
            "F",
            "F:0=F",
            "rules, line 1, column 3: a weight is a number from 1 to 1000, as in F:2=F+F",
        );
        check(
            "F",
            "F=[F",
            "rules, line 1, column 5: ']' is missing: every '[' needs one",
        );
        check(
            "F",
            "F=F]",
            "rules, line 1, column 4: ']' without a '[' before it",
        );
    }

    #[test]
    fn presets_can_be_read() {
        for name in [
            "dungeon", "plant", "koch", "island", "crystal", "dragon", "hilbert",
        ] {
            let preset = Preset::named(name);
            assert!(Grammar::read(preset.axiom, preset.rules).is_ok(), "{name}");
        }
    }
}
