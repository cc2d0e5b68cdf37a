//! What a map is made from: the request that a caller fills in, and the recipe
//! in the map that makes it again, bit for bit, in every later version.

use dice::Seed;
use serde_json::{Map as JsonMap, Value as Json, json};

use crate::parameter::{Settings, Value};

/// A seed and what differs from a generator's defaults.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Request {
    /// The seed.
    pub seed: Seed,
    /// Names and values; the last of a name counts.
    pub parameters: Vec<(String, Value)>,
    /// Most steps; without it far more than any map needs.
    pub budget: Option<u64>,
}

impl Request {
    /// A request with this seed and the defaults.
    pub fn new(seed: u64) -> Request {
        Request {
            seed: Seed::new(seed),
            ..Request::default()
        }
    }

    /// A request with the seed of a pair of bytes, `world * 256 + level`.
    pub fn pair(world: u8, level: u8) -> Request {
        Request::new(u64::from(world) << 8 | u64::from(level))
    }

    /// The request with one parameter more.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Request {
        self.parameters.push((name.to_owned(), value.into()));
        self
    }

    /// The request with the size of the map in cells.
    #[must_use]
    pub fn sized(self, width: u32, height: u32) -> Request {
        self.with("w", width).with("h", height)
    }
}

/// Which generator, in which version, made a map from which seed and parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// The generator's name.
    pub generator: &'static str,
    /// The version of its algorithm; another output is another version.
    pub version: u32,
    /// The seed.
    pub seed: Seed,
    /// Every parameter that was given or has a default.
    pub parameters: Settings,
    /// The recipe of the map that this one was made from, in a chain.
    pub before: Option<Box<Recipe>>,
}

impl Recipe {
    /// The request that makes the map again, or the last link of its chain.
    pub fn request(&self) -> Request {
        let values = self.parameters.values().iter();
        Request {
            seed: self.seed,
            parameters: values
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect(),
            budget: None,
        }
    }

    /// The recipe as JSON; the seed is a text where a float cannot hold it.
    pub fn to_json(&self) -> Json {
        let number = self.seed.number();
        let exact = number < 1 << 53;
        let seed = if exact {
            json!(number)
        } else {
            json!(number.to_string())
        };
        let mut parameters = JsonMap::new();
        for (name, value) in self.parameters.values() {
            parameters.insert((*name).to_owned(), value.into());
        }
        let mut recipe = json!({
            "generator": self.generator,
            "version": self.version,
            "seed": seed,
            "parameters": parameters,
        });
        if let Some(before) = &self.before {
            recipe["before"] = before.to_json();
        }
        recipe
    }
}
