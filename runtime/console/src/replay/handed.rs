//! What was typed, pasted or dropped in a run: of a picture, the code that was
//! in it, so that a replay needs no file.

use script::{Code, Handed};
use serde::{Deserialize, Serialize};

/// Something that was handed to the cart in a tick.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandedOver {
    /// In which tick it arrives.
    pub tick: u64,
    /// Text that was typed or pasted; of a picture, what its code says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The name of a picture that was dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop: Option<String>,
    /// The modules of its code, rows of `#` and `.`; without them, the
    /// smallest code of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix: Option<String>,
    /// Why there is no code in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl HandedOver {
    /// What a replay says of something that was handed over.
    pub(crate) fn of(tick: u64, handed: &Handed) -> HandedOver {
        let mut over = HandedOver {
            tick,
            ..HandedOver::default()
        };
        match handed {
            Handed::Text(text) => over.text = Some(text.clone()),
            Handed::Picture { name, code } => {
                over.drop = Some(name.clone());
                match code {
                    Ok(code) => {
                        over.text = Some(code.text.clone());
                        over.matrix = Some(code.matrix.clone());
                    }
                    Err(problem) => over.problem = Some(problem.clone()),
                }
            }
        }
        over
    }

    /// What was handed over.
    pub(crate) fn handed(&self) -> Result<Handed, &'static str> {
        let HandedOver {
            tick: _,
            text,
            drop,
            matrix,
            problem,
        } = self;
        let code = match (drop, text, matrix, problem) {
            (None, Some(text), None, None) => return Ok(Handed::text(text)),
            (Some(_), Some(text), Some(matrix), None) => Ok(Code {
                text: text.clone(),
                matrix: matrix.clone(),
            }),
            (Some(_), Some(text), None, None) => {
                Ok(Code::of(text).ok_or("the text is too long for a QR code")?)
            }
            (Some(_), None, None, Some(problem)) => Err(problem.clone()),
            _ => {
                return Err(
                    "give text; or drop, with text (and matrix) or with problem, for a picture",
                );
            }
        };
        Ok(Handed::Picture {
            name: drop.clone().unwrap_or_default(),
            code,
        })
    }
}
