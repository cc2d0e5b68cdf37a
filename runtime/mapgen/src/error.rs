//! What can be wrong with a call of a generator.
//!
//! Each message names the generator, the parameter and what is possible, so
//! that it can be shown to whoever typed the call.

use thiserror::Error;

/// Why there is no map.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GenError {
    /// No generator has this name.
    #[error("no generator is called '{name}'; there are {known}")]
    UnknownGenerator {
        /// What was asked for.
        name: String,
        /// The names of all, with commas.
        known: String,
    },
    /// The generator has no parameter of this name.
    #[error("{generator}: no parameter is called '{parameter}'; there are {known}")]
    UnknownParameter {
        /// The generator's name.
        generator: &'static str,
        /// What was given.
        parameter: String,
        /// The names of all, with commas.
        known: String,
    },
    /// A number below or above what is possible.
    #[error("{generator}: {parameter} must be {low} to {high}, got {got}")]
    OutOfRange {
        /// The generator's name.
        generator: &'static str,
        /// The parameter's name.
        parameter: &'static str,
        /// Smallest possible value.
        low: i64,
        /// Largest possible value.
        high: i64,
        /// What was given.
        got: String,
    },
    /// A value of another kind than the parameter's.
    #[error("{generator}: {parameter} must be {expected}, got {got}")]
    WrongKind {
        /// The generator's name.
        generator: &'static str,
        /// The parameter's name.
        parameter: &'static str,
        /// What it can be, such as `one of a, b`.
        expected: String,
        /// What was given.
        got: String,
    },
    /// The generator cannot go on from a map.
    #[error("{generator}: begins with an empty map, so it can only be the first of a chain")]
    TakesNoMap {
        /// The generator's name.
        generator: &'static str,
    },
    /// A pass was called without a map.
    #[error("{generator}: changes a map, so a generator comes before it, as in bsp+{generator}")]
    NeedsMap {
        /// The pass's name.
        generator: &'static str,
    },
    /// There is nothing in a chain.
    #[error("chain: it is empty; begin with a generator, as in bsp+loops")]
    EmptyChain,
    /// A text that cannot be read; line and column from 1.
    #[error("{generator}: {parameter}, line {line}, column {column}: {what}")]
    BadText {
        /// The generator's name.
        generator: &'static str,
        /// The parameter's name.
        parameter: &'static str,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong, and what is possible.
        what: String,
    },
    /// More steps than the request's budget.
    #[error("{generator}: not done after {budget} steps; give it a larger budget or a smaller map")]
    OutOfSteps {
        /// The generator's name.
        generator: &'static str,
        /// Steps that it had.
        budget: u64,
    },
    /// No map with these parameters has what it must have.
    #[error("{generator}: {what}")]
    Impossible {
        /// The generator's name.
        generator: &'static str,
        /// What is in the way, and what to change.
        what: String,
    },
}
