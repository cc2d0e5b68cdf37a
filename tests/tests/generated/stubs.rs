//! stdlib/meta/downbeat.lua, in the notation of the Lua language server.

use std::fmt::Write;

use console::Function;

use crate::signature::{Signature, class_of, type_of};

const HEAD: &str = "\
---@meta downbeat
-- The API for language servers; carts never load this file.
-- Written from runtime/script/src/api.rs by `cargo xtask bless`.
";

/// Tables that functions return.
const CLASSES: &str = "
---@class Event
---@field kind \"press\"|\"release\"
---@field button? integer # 0 to 31, as for btn
---@field player? integer # 1 to 4
---@field key? integer # as for key
---@field time number # seconds since the cart started

---@class BeatPlan
---@field song? string # a file of the cart, such as music/cave.ogg
---@field chart? string # a file with its beats: .sm .ssc .osu .mid
---@field music? integer # a track, 0 to 7, in place of a song
---@field bpm? number # 120 if left out
---@field offset? number # seconds of the song at beat 0
---@field beats_per_bar? integer # 4 if left out
---@field tempo? number[][]|integer # {{beat, bpm}, ...}; of a track: its tempo
---@field stops? number[][] # {{beat, seconds}, ...}
---@field loop? boolean|number[] # true, or {from, to} in beats
---@field volume? number # 0 to 1
---@field count_in? number # beats before the song begins
---@field windows? {great?: number, good?: number, okay?: number, close?: number} # in beats
---@field actions? table<string, any> # {up=0, jump=4}
---@field players? integer # 1 to 4
---@field rows_per_beat? integer # of a track; 4 if left out
---@field frame? integer # of a track
---@field row? integer # of a track
---@field sustain? boolean # of a track
---@field speed? integer # of a track

---@class Point
---@field x integer # column, from 0
---@field y integer # row, from 0

---@class Hit
---@field x number # where the ray ends, in cells
---@field y number
---@field distance number # in cells
---@field value? integer # of the cell that was hit
---@field column? integer
---@field row? integer
---@field side? \"left\"|\"right\"|\"top\"|\"bottom\"

---@class Step
---@field kind string # such as \"split\"
---@field text string # what happened, in a sentence
---@field cells {x: integer, y: integer, before: integer, after: integer}[]

---@class Map
---@field grid Grid
---@field rooms {id: integer, x: integer, y: integer, w: integer, h: integer, kind: string}[]
---@field corridors {from: integer, to?: integer, points: Point[]}[] # from and to are in rooms
---@field doors Point[]
---@field things {kind: string, x: integer, y: integer, room?: integer}[]
---@field start? Point
---@field exit? Point
---@field tree? table[] # of bsp: its nodes, the root first
---@field lattice? table # of lattice
---@field matrix? string[] # of qr: its rows
---@field regions? integer[] # of voronoi: the region of each cell, row by row
---@field sites? {id: integer, x: integer, y: integer, open: integer}[] # of voronoi
---@field passages? {from: integer, to: integer, x: integer, y: integer}[] # of voronoi
---@field vaults? {room: integer, name: string, quarters: integer, mirrored: boolean}[] # of prefabs
---@field heights? Grid # of noise and terrain
---@field metrics table<string, integer>
---@field recipe {generator: string, version: integer, seed: integer, parameters: table}
";

/// Other ways to call a function that takes goals in place of a column and row.
const GOALS: &str = "---@overload fun(self: Grid, goal: Point|Point[], diagonal?: boolean, costs?: table<integer, integer>)";

/// The whole file.
pub(crate) fn write(
    functions: &[Function],
    own: &[&Function],
    callbacks: &[(&str, &str)],
    own_callbacks: &[(&str, &str)],
) -> String {
    let mut stubs = String::from(HEAD);
    for function in functions {
        let signature = Signature::parse(function.signature).expect("a test checks all of them");
        stub(&mut stubs, function, &signature).expect("a string takes everything");
    }
    stubs += "\n-- What Downbeat adds, for its own carts:\n";
    stubs += CLASSES;
    let mut of = "";
    for function in own {
        let signature = Signature::parse(function.signature).expect("a test checks all of them");
        let (table, kind) = (function.name.split_once('.'), function.name.split_once(':'));
        let (holder, _) = table.or(kind).unwrap_or_default();
        // A table and a kind of block may have one name.
        let holder = &function.name[..=holder.len()];
        if of != holder {
            of = holder;
            match kind {
                Some((kind, _)) => {
                    let class = class_of(kind);
                    write!(stubs, "\n---@class {class}\nlocal {class} = {{}}\n")
                        .expect("a string takes everything");
                }
                None => stubs.extend(["\n", holder.trim_end_matches('.'), " = {}\n"]),
            }
        }
        stub(&mut stubs, function, &signature).expect("a string takes everything");
    }
    stubs += "\n-- What the console calls, if a cart defines it:\n";
    for (declaration, doc) in callbacks.iter().chain(own_callbacks) {
        // Comments only: a definition here would hide that a cart has none.
        stubs.extend(["-- function ", declaration, " end    ", doc, "\n"]);
    }
    stubs
}

fn stub(stubs: &mut String, function: &Function, signature: &Signature) -> std::fmt::Result {
    let kind = |name| type_of(name).unwrap_or("any");
    writeln!(stubs, "\n---{}\n---`{}`", function.doc, function.signature)?;
    for parameter in &signature.parameters {
        let mark = if parameter.optional { "?" } else { "" };
        let name = lua_name(parameter.name);
        write!(stubs, "---@param {name}{mark} {}", kind(parameter.name))?;
        match parameter.default {
            Some(default) => writeln!(stubs, " # {default} if left out")?,
            None => writeln!(stubs)?,
        }
    }
    for result in &signature.results {
        match *result {
            kind @ ("boolean" | "integer" | "number" | "any") => {
                writeln!(stubs, "---@return {kind}")?;
            }
            name => writeln!(stubs, "---@return {} {}", kind(name), lua_name(name))?,
        }
    }
    if let [goal, ..] = signature.parameters.as_slice()
        && goal.name == "goal"
    {
        let result = signature.results.first().map_or("nil", |name| kind(name));
        writeln!(stubs, "{GOALS}: {result}")?;
    }
    let names: Vec<_> = signature
        .parameters
        .iter()
        .map(|it| lua_name(it.name))
        .collect();
    let name = match function.name.split_once(':') {
        Some((kind, method)) => format!("{}:{method}", class_of(kind)),
        None => function.name.to_owned(),
    };
    writeln!(stubs, "function {name}({}) end", names.join(", "))
}

/// The name, unless it is a word of the language.
fn lua_name(name: &str) -> &str {
    match name {
        "end" => "last",
        name => name,
    }
}
