//! What generators take: names, ranges, defaults and a line of explanation for
//! each parameter, and the check of what a caller gives against them.
//!
//! Chances are whole thousandths, so that a decision never hangs on a float.

use std::fmt;

use serde_json::Value as Json;

use crate::GenError;

/// A parameter of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name, as callers write it.
    pub name: &'static str,
    /// What it can be.
    pub kind: Kind,
    /// One line of explanation.
    pub about: &'static str,
}

/// What a parameter can be, and what it is if nothing is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number.
    Integer {
        /// Smallest.
        low: i64,
        /// Largest.
        high: i64,
        /// Without it the generator chooses, as the parameter's line says.
        default: Option<i64>,
    },
    /// A chance from 0 to 1, in steps of a thousandth.
    Chance {
        /// In thousandths.
        default: u32,
    },
    /// One of some words; the first is the default.
    Choice {
        /// The words.
        options: &'static [&'static str],
    },
    /// Any text.
    Text {
        /// Most bytes.
        most: usize,
        /// Without it.
        default: &'static str,
    },
}

impl Parameter {
    /// A whole number with a default.
    pub(crate) const fn integer(
        name: &'static str,
        low: i64,
        high: i64,
        default: i64,
        about: &'static str,
    ) -> Parameter {
        let kind = Kind::Integer {
            low,
            high,
            default: Some(default),
        };
        Parameter { name, kind, about }
    }

    /// A whole number that the generator chooses if it is not given.
    pub(crate) const fn automatic(
        name: &'static str,
        low: i64,
        high: i64,
        about: &'static str,
    ) -> Parameter {
        let kind = Kind::Integer {
            low,
            high,
            default: None,
        };
        Parameter { name, kind, about }
    }

    /// One of some words, of which the first is the default.
    pub(crate) const fn choice(
        name: &'static str,
        options: &'static [&'static str],
        about: &'static str,
    ) -> Parameter {
        let kind = Kind::Choice { options };
        Parameter { name, kind, about }
    }

    /// A chance in thousandths.
    pub(crate) const fn chance(name: &'static str, default: u32, about: &'static str) -> Parameter {
        let kind = Kind::Chance { default };
        Parameter { name, kind, about }
    }

    /// The range in words: `0 to 12`, `one of a, b`.
    pub fn range(&self) -> String {
        match self.kind {
            Kind::Integer { low, high, .. } => format!("{low} to {high}"),
            Kind::Chance { .. } => "0 to 1".into(),
            Kind::Choice { options } => format!("one of {}", options.join(", ")),
            Kind::Text { most, .. } => format!("a text of at most {most} bytes"),
        }
    }

    /// The default in words.
    pub fn default(&self) -> String {
        match self.kind {
            Kind::Integer { default, .. } => {
                default.map_or_else(|| "by itself".into(), |number| number.to_string())
            }
            Kind::Chance { default } => Value::Thousandths(default).to_string(),
            Kind::Choice { options } => options.first().copied().unwrap_or_default().into(),
            Kind::Text { default, .. } => default.into(),
        }
    }
}

/// A value that a caller gives, or that a recipe holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// Any number, as Lua and JSON have them.
    Number(f64),
    /// A chance in thousandths.
    Thousandths(u32),
    /// A text or a word.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => write!(f, "{number}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Thousandths(part) => write!(f, "{}", f64::from(*part) / 1000.0),
            Value::Text(text) => write!(f, "'{text}'"),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Integer(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Integer(i64::from(number))
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Integer(i64::from(number))
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Json {
        match value {
            Value::Integer(number) => Json::from(*number),
            Value::Number(number) => Json::from(*number),
            Value::Thousandths(part) => Json::from(f64::from(*part) / 1000.0),
            Value::Text(text) => Json::from(text.as_str()),
        }
    }
}

/// Checked parameters of one generator: those given and the defaults.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    values: Vec<(&'static str, Value)>,
}

impl Settings {
    /// Checks `given` against `parameters`. A text is read as a number where
    /// one is expected, so that a command line can hand on what was typed.
    ///
    /// # Errors
    ///
    /// An unknown name, a value of another kind, or one out of range.
    pub fn check(
        generator: &'static str,
        parameters: &'static [Parameter],
        given: &[(String, Value)],
    ) -> Result<Settings, GenError> {
        for (name, _) in given {
            if !parameters.iter().any(|parameter| parameter.name == name) {
                let known: Vec<&str> = parameters.iter().map(|known| known.name).collect();
                return Err(GenError::UnknownParameter {
                    generator,
                    parameter: name.clone(),
                    known: known.join(", "),
                });
            }
        }
        let mut values = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let last = given.iter().rev().find(|(name, _)| name == parameter.name);
            let value = match last {
                Some((_, value)) => Some(checked(generator, parameter, value)?),
                None => default_of(parameter),
            };
            values.extend(value.map(|value| (parameter.name, value)));
        }
        Ok(Settings { values })
    }

    /// Name and value of each, in the order of the generator's parameters;
    /// those that the generator chooses by itself are left out.
    pub fn values(&self) -> &[(&'static str, Value)] {
        &self.values
    }

    /// The value of this parameter.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let mut values = self.values.iter();
        values
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }

    /// A whole number from 0 or a chance in thousandths; `None` where the
    /// generator is to choose.
    pub(crate) fn chosen(&self, name: &str) -> Option<u32> {
        match self.get(name)? {
            Value::Integer(number) => Some((*number).clamp(0, u32::MAX.into()) as u32),
            Value::Thousandths(part) => Some(*part),
            Value::Number(_) | Value::Text(_) => None,
        }
    }

    /// A whole number from 0, or a chance in thousandths, that has a default.
    pub(crate) fn number(&self, name: &str) -> u32 {
        self.chosen(name).unwrap_or_default()
    }

    /// Two whole numbers, the least and the most of something.
    ///
    /// # Errors
    ///
    /// The most, up to `highest`, is below the least.
    pub(crate) fn pair(
        &self,
        generator: &'static str,
        [least, most]: [&'static str; 2],
        highest: i64,
    ) -> Result<(u32, u32), GenError> {
        let (low, high) = (self.number(least), self.number(most));
        if low <= high {
            return Ok((low, high));
        }
        Err(GenError::OutOfRange {
            generator,
            parameter: most,
            low: low.into(),
            high: highest,
            got: high.to_string(),
        })
    }

    /// A text or a word.
    pub(crate) fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }
}

fn default_of(parameter: &Parameter) -> Option<Value> {
    match parameter.kind {
        Kind::Integer { default, .. } => default.map(Value::Integer),
        Kind::Chance { default } => Some(Value::Thousandths(default)),
        Kind::Choice { options } => options.first().map(|&word| Value::from(word)),
        Kind::Text { default, .. } => Some(Value::from(default)),
    }
}

fn checked(
    generator: &'static str,
    parameter: &Parameter,
    value: &Value,
) -> Result<Value, GenError> {
    let wrong = |expected: String| GenError::WrongKind {
        generator,
        parameter: parameter.name,
        expected,
        got: value.to_string(),
    };
    let outside = |low, high| GenError::OutOfRange {
        generator,
        parameter: parameter.name,
        low,
        high,
        got: value.to_string().trim_matches('\'').into(),
    };
    match parameter.kind {
        Kind::Integer { low, high, .. } => {
            let number = whole(value)
                .ok_or_else(|| wrong(format!("a whole number from {low} to {high}")))?;
            if (low..=high).contains(&number) {
                Ok(Value::Integer(number))
            } else {
                Err(outside(low, high))
            }
        }
        Kind::Chance { .. } => match value {
            Value::Thousandths(part) if *part <= 1000 => Ok(value.clone()),
            _ => {
                let number = number(value).ok_or_else(|| wrong("a number from 0 to 1".into()))?;
                if (0.0..=1.0).contains(&number) {
                    Ok(Value::Thousandths((number * 1000.0 + 0.5) as u32))
                } else {
                    Err(outside(0, 1))
                }
            }
        },
        Kind::Choice { options } => match value {
            Value::Text(word) if options.contains(&word.as_str()) => Ok(value.clone()),
            _ => Err(wrong(parameter.range())),
        },
        Kind::Text { most, .. } => match value {
            Value::Text(text) if text.len() <= most => Ok(value.clone()),
            Value::Text(text) => Err(GenError::WrongKind {
                generator,
                parameter: parameter.name,
                expected: parameter.range(),
                got: format!("{} bytes", text.len()),
            }),
            _ => Ok(Value::Text(value.to_string())),
        },
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Number(number) => Some(*number),
        Value::Thousandths(part) => Some(f64::from(*part) / 1000.0),
        Value::Text(text) => text.trim().parse().ok(),
    }
}

/// The number if it has no fraction; those beyond an `i64` become its ends.
fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        Value::Text(text) => text.trim().parse().ok(),
        Value::Number(number) if number.fract() == 0.0 => Some(*number as i64),
        Value::Number(number) if number.is_infinite() => Some(*number as i64),
        Value::Number(_) | Value::Thousandths(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: &[Parameter] = &[
        Parameter::integer("w", 4, 4096, 80, "columns"),
        Parameter::automatic("depth", 0, 12, "splits"),
        Parameter::chance("chance", 750, "how often"),
        Parameter::choice(
            "stray",
            &["connect", "remove"],
            "what happens to rooms without a way",
        ),
        Parameter {
            name: "text",
            kind: Kind::Text {
                most: 5,
                default: "moss",
            },
            about: "what it says",
        },
    ];

    fn check(given: &[(&str, Value)], expected: &str) {
        let given: Vec<(String, Value)> = given
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        let told = match Settings::check("bsp", PARAMETERS, &given) {
            Ok(settings) => settings
                .values()
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
                .join(" "),
            Err(error) => error.to_string(),
        };
        assert_eq!(told, expected);
    }

    #[test]
    fn values_are_checked_and_defaults_filled_in() {
        check(&[], "w=80 chance=0.75 stray='connect' text='moss'");
        check(
            &[
                ("depth", 3.into()),
                ("chance", 0.3333.into()),
                ("w", "9".into()),
            ],
            "w=9 depth=3 chance=0.333 stray='connect' text='moss'",
        );
        check(
            &[("depth", 40.into())],
            "bsp: depth must be 0 to 12, got 40",
        );
        check(
            &[("depth", f64::INFINITY.into())],
            "bsp: depth must be 0 to 12, got inf",
        );
        check(&[("w", "-3".into())], "bsp: w must be 4 to 4096, got -3");
        check(
            &[("depth", 1.5.into())],
            "bsp: depth must be a whole number from 0 to 12, got 1.5",
        );
        check(
            &[("depth", f64::NAN.into())],
            "bsp: depth must be a whole number from 0 to 12, got NaN",
        );
        check(
            &[("chance", f64::NAN.into())],
            "bsp: chance must be 0 to 1, got NaN",
        );
        check(&[("chance", 2.into())], "bsp: chance must be 0 to 1, got 2");
        check(
            &[("stray", "drop".into())],
            "bsp: stray must be one of connect, remove, got 'drop'",
        );
        check(
            &[("text", "longer".into())],
            "bsp: text must be a text of at most 5 bytes, got 6 bytes",
        );
        check(
            &[("deep", 1.into())],
            "bsp: no parameter is called 'deep'; there are w, depth, chance, stray, text",
        );
    }
}
