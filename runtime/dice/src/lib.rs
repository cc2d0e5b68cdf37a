//! Chance and transcendental maths with the same bits on every machine.
//!
//! A [`Seed`] names a starting point, a [`Stream`] draws from it, and [`maths`]
//! holds the functions that C libraries round differently. Whatever decides
//! what a cart does goes through here, so that a replay is exact.
//!
//! ```
//! use dice::Seed;
//!
//! let world = Seed::from_text("moss");
//! let mut caves = world.derive("caves").stream();
//! let mut loot = world.derive("loot").stream();
//! let width = caves.int(20, 40);
//! assert!((20..=40).contains(&width));
//! // Drawing more caves never changes the loot.
//! assert_eq!(loot.clone().int(1, 6), loot.int(1, 6));
//! ```

pub mod maths;
mod seed;
mod stream;

pub use seed::Seed;
pub use stream::Stream;
