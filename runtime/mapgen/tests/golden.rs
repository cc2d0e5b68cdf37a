//! One seed gives one map for ever: hashes of the first twenty seeds of every
//! generator, written down once.
//!
//! A difference is a new version of an algorithm: it gets a number of its own,
//! and the old one stays. `UPDATE=1` writes the list anew for a new generator.
#![allow(
    clippy::disallowed_methods,
    reason = "the list is a file, and the switch a variable"
)]

use std::fmt::Write;

use mapgen::parameter::Kind;
use mapgen::{GENERATORS, Generator, Request, trace};

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");

/// FNV-1a over everything that the map's JSON holds.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The parameter that chooses between methods, if there is one, and its words.
fn methods(generator: &Generator) -> (&'static str, &'static [&'static str]) {
    for parameter in generator.info.parameters {
        if let ("method" | "preset", Kind::Choice { options }) = (parameter.name, parameter.kind) {
            return (parameter.name, options);
        }
    }
    ("", &[""])
}

#[test]
fn twenty_seeds_of_every_generator_never_change() {
    let mut list = String::new();
    for generator in GENERATORS {
        let info = generator.info;
        let (parameter, methods) = methods(generator);
        for &method in methods {
            for seed in 1..=20 {
                let mut request = Request::new(seed);
                if !method.is_empty() {
                    request = request.with(parameter, method);
                }
                let map = generator.generate(&request).expect("a map");
                let hash = hash(&map.to_json().to_string());
                let (name, version) = (info.name, info.version);
                writeln!(list, "{name} {version} {method} {seed} {hash:016x}").expect("text grows");
            }
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(LIST, &list).expect("the list can be written");
    }
    let kept = std::fs::read_to_string(LIST).expect("there is a list");
    for (line, expected) in list.lines().zip(kept.lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(list.lines().count(), kept.lines().count());
}

#[test]
fn a_recipe_makes_its_map_again() {
    for generator in GENERATORS {
        for seed in [0, 7, u64::MAX] {
            let map = generator.generate(&Request::new(seed)).expect("a map");
            let again = generator.generate(&map.recipe.request()).expect("a map");
            assert_eq!(map.to_json(), again.to_json(), "{}", generator.info.name);
        }
    }
}

#[test]
fn watching_changes_nothing_and_steps_go_back_and_forth() {
    for generator in GENERATORS {
        for seed in 0..10 {
            let request = Request::new(seed);
            let map = generator.generate(&request).expect("a map");
            let mut traced = trace(generator.info.name, &request).expect("a map");
            assert_eq!(traced.map(), &map);
            let all = traced.steps().len();
            assert!(all > 3, "{}", generator.info.name);
            let forward: Vec<_> = (0..=all).map(|at| traced.show(at).clone()).collect();
            assert!(forward[0].cells().iter().all(|&cell| cell == 0));
            assert_eq!(forward[all], map.grid);
            for at in (0..=all).rev() {
                assert_eq!(traced.show(at), &forward[at]);
            }
            assert_eq!(traced.forward(), &forward[1]);
            assert_eq!(traced.back(), &forward[0]);
            assert_eq!(traced.back(), &forward[0]);
            for step in traced.steps() {
                let text = &step.text;
                assert!(text.ends_with('.') && text.len() < 120, "{text}");
            }
        }
    }
}
