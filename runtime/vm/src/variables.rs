//! What a cart's variables hold, to be shown to its developer: globals, and
//! the locals of the main chunk that functions use.
//!
//! Reading happens at rest, allocates nothing in Lua and raises nothing, so a
//! run that is looked at stays the same as one that is not.

use std::collections::BTreeSet;
use std::ffi::{CStr, c_int, c_void};
use std::mem::MaybeUninit;

use mlua::ffi::{self, lua_Debug, lua_State};

use crate::entries::bytes_at;
use crate::vm::Vm;

/// Tables inside each other, and functions that functions use. Both together
/// fit into the stack that Lua always has.
const DEEPEST: usize = 5;
const MOST_FUNCTIONS: usize = 3;
/// Fields of a table, and lines in all.
const MOST_FIELDS: usize = 256;
const MOST_LINES: usize = 2_000;
/// Letters of a string.
const MOST_LETTERS: usize = 60;

unsafe extern "C" {
    fn downbeat_scrub(state: *mut lua_State);
}

/// A variable, or a field of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Where it is, as `player.items[3]`.
    pub path: String,
    /// Its last part.
    pub name: String,
    /// Tables around it.
    pub depth: usize,
    /// Lua's name of its type.
    pub kind: &'static str,
    /// What it holds, or how much if it is a table.
    pub text: String,
    /// A local of the main chunk.
    pub is_local: bool,
    /// The table that `rollback.track` has named, or in it.
    pub is_tracked: bool,
}

impl<H: 'static> Vm<H> {
    /// The variables that are no functions and not `hidden`, by name, with the
    /// fields of the tables whose paths are `open`.
    pub fn variables(
        &mut self,
        open: &BTreeSet<String>,
        hidden: &dyn Fn(&str) -> bool,
    ) -> Vec<Variable> {
        let state = self.state();
        // SAFETY: the header is valid and only read here.
        let tracked = unsafe { (*self.header()).tracked() };
        let mut walk = Walk {
            state,
            open,
            hidden,
            tracked: tracked.cast_const(),
            seen: BTreeSet::new(),
            names: BTreeSet::new(),
            lines: 0,
        };
        // SAFETY: nothing runs, so the state is ours and its stack empty; the
        // walk takes fewer than the 20 slots that are always there.
        let mut blocks = unsafe {
            ffi::lua_pushglobaltable(state);
            let blocks = walk.globals();
            ffi::lua_settop(state, 0);
            downbeat_scrub(state);
            blocks
        };
        blocks.sort_by(|one, other| one[0].name.cmp(&other[0].name));
        blocks.into_iter().flatten().collect()
    }
}

struct Walk<'a> {
    state: *mut lua_State,
    open: &'a BTreeSet<String>,
    hidden: &'a dyn Fn(&str) -> bool,
    tracked: *const c_void,
    /// Functions whose locals have been looked at.
    seen: BTreeSet<usize>,
    /// Names of the locals found.
    names: BTreeSet<String>,
    lines: usize,
}

/// The place of a value among those around it.
struct Place<'a> {
    path: &'a str,
    name: String,
    depth: usize,
    is_local: bool,
    is_tracked: bool,
}

impl Walk<'_> {
    /// A block of lines for each variable; the globals are on top of the stack.
    unsafe fn globals(&mut self) -> Vec<Vec<Variable>> {
        let mut blocks = Vec::new();
        // SAFETY: the table is not changed meanwhile, so `lua_next` raises not.
        unsafe {
            ffi::lua_pushnil(self.state);
            while ffi::lua_next(self.state, -2) != 0 {
                let name = self.key();
                if ffi::lua_type(self.state, -1) == ffi::LUA_TFUNCTION {
                    self.locals(0, &mut blocks);
                } else if !(self.hidden)(&name) {
                    blocks.push(self.block(&name, false));
                }
                ffi::lua_settop(self.state, -2);
            }
        }
        blocks
    }

    /// The locals that the function on top of the stack uses.
    unsafe fn locals(&mut self, level: usize, blocks: &mut Vec<Vec<Variable>>) {
        // SAFETY: there is a function; upvalues are read without allocating.
        unsafe {
            let state = self.state;
            let function = ffi::lua_topointer(state, -1) as usize;
            let is_ours = ffi::lua_iscfunction(state, -1) != 0;
            if is_ours
                || self.is_internal()
                || level >= MOST_FUNCTIONS
                || !self.seen.insert(function)
            {
                return;
            }
            for index in 1..=255 {
                let name = ffi::lua_getupvalue(state, -1, index);
                if name.is_null() {
                    return;
                }
                let name = CStr::from_ptr(name).to_string_lossy().into_owned();
                if ffi::lua_type(state, -1) == ffi::LUA_TFUNCTION {
                    self.locals(level + 1, blocks);
                } else if name != "_ENV" && self.names.insert(name.clone()) {
                    blocks.push(self.block(&name, true));
                }
                ffi::lua_settop(state, -2);
            }
        }
    }

    /// Whether the function on top of the stack comes with the console: names
    /// of its own chunks begin with an equals sign.
    unsafe fn is_internal(&self) -> bool {
        let mut about = MaybeUninit::<lua_Debug>::zeroed();
        // SAFETY: asked for the source alone, Lua takes the copy of the function
        // off again and fills in where its name lies.
        unsafe {
            ffi::lua_pushvalue(self.state, -1);
            ffi::lua_getinfo(self.state, c">S".as_ptr(), about.as_mut_ptr());
            let source = about.assume_init().source;
            !source.is_null() && *source.cast::<u8>() == b'='
        }
    }

    /// The lines of the variable on top of the stack.
    unsafe fn block(&mut self, name: &str, is_local: bool) -> Vec<Variable> {
        let mut lines = Vec::new();
        let place = Place {
            path: name,
            name: name.to_owned(),
            depth: 0,
            is_local,
            is_tracked: false,
        };
        // SAFETY: there is a value.
        unsafe { self.value(place, &mut lines) };
        lines
    }

    unsafe fn value(&mut self, place: Place<'_>, lines: &mut Vec<Variable>) {
        self.lines += 1;
        // SAFETY: there is a value; nothing is converted in place but numbers
        // read as what they are.
        unsafe {
            let state = self.state;
            let kind = ffi::lua_type(state, -1);
            let is_table = kind == ffi::LUA_TTABLE;
            let pointer = ffi::lua_topointer(state, -1);
            let is_tracked =
                place.is_tracked || (is_table && !pointer.is_null() && pointer == self.tracked);
            let opens = is_table && place.depth < DEEPEST && self.open.contains(place.path);
            let (kind, text) = self.words(kind);
            lines.push(Variable {
                path: place.path.to_owned(),
                name: place.name,
                depth: place.depth,
                kind,
                text,
                is_local: place.is_local,
                is_tracked,
            });
            if opens {
                self.fields(place.path, place.depth + 1, is_tracked, lines);
            }
        }
    }

    /// The fields of the table on top of the stack: the numbered ones first.
    unsafe fn fields(
        &mut self,
        path: &str,
        depth: usize,
        is_tracked: bool,
        lines: &mut Vec<Variable>,
    ) {
        let mut blocks: Vec<(i64, Vec<Variable>)> = Vec::new();
        // SAFETY: as in `globals`.
        unsafe {
            let state = self.state;
            ffi::lua_pushnil(state);
            while ffi::lua_next(state, -2) != 0 {
                if blocks.len() >= MOST_FIELDS || self.lines >= MOST_LINES {
                    ffi::lua_settop(state, -3);
                    break;
                }
                let is_function = ffi::lua_type(state, -1) == ffi::LUA_TFUNCTION;
                if !is_function {
                    let key = self.key();
                    let number = ffi::lua_isinteger(state, -2) != 0;
                    let order = if number {
                        ffi::lua_tointeger(state, -2)
                    } else {
                        i64::MAX
                    };
                    let own = if number {
                        format!("{path}[{key}]")
                    } else {
                        format!("{path}.{key}")
                    };
                    let place = Place {
                        path: &own,
                        name: key,
                        depth,
                        is_local: false,
                        is_tracked,
                    };
                    let mut block = Vec::new();
                    self.value(place, &mut block);
                    blocks.push((order, block));
                }
                ffi::lua_settop(state, -2);
            }
        }
        blocks.sort_by(|one, other| (one.0, &one.1[0].name).cmp(&(other.0, &other.1[0].name)));
        lines.extend(blocks.into_iter().flat_map(|(_, block)| block));
    }

    /// The key below the value on top of the stack.
    unsafe fn key(&self) -> String {
        // SAFETY: there is a key, which is not converted: `lua_next` needs it.
        unsafe {
            match ffi::lua_type(self.state, -2) {
                ffi::LUA_TSTRING => short(bytes_at(self.state, -2)),
                ffi::LUA_TNUMBER if ffi::lua_isinteger(self.state, -2) != 0 => {
                    ffi::lua_tointeger(self.state, -2).to_string()
                }
                ffi::LUA_TNUMBER => ffi::lua_tonumber(self.state, -2).to_string(),
                ffi::LUA_TBOOLEAN => (ffi::lua_toboolean(self.state, -2) != 0).to_string(),
                _ => "(object)".to_owned(),
            }
        }
    }

    /// The type and the text of the value on top of the stack.
    unsafe fn words(&self, kind: c_int) -> (&'static str, String) {
        // SAFETY: there is a value of this kind.
        unsafe {
            let state = self.state;
            match kind {
                ffi::LUA_TNIL => ("nil", "nil".to_owned()),
                ffi::LUA_TBOOLEAN => {
                    let value = ffi::lua_toboolean(state, -1) != 0;
                    ("boolean", value.to_string())
                }
                ffi::LUA_TNUMBER if ffi::lua_isinteger(state, -1) != 0 => {
                    ("integer", ffi::lua_tointeger(state, -1).to_string())
                }
                ffi::LUA_TNUMBER => {
                    let value = ffi::lua_tonumber(state, -1);
                    let rounded = (value * 1e4).round() / 1e4;
                    (
                        "float",
                        if rounded.fract() == 0.0 {
                            format!("{rounded:.1}")
                        } else {
                            rounded.to_string()
                        },
                    )
                }
                ffi::LUA_TSTRING => ("string", format!("\"{}\"", short(bytes_at(state, -1)))),
                ffi::LUA_TTABLE => {
                    let length = ffi::lua_rawlen(state, -1);
                    let text = if length > 0 {
                        format!("{{{length}}}")
                    } else {
                        "{}".to_owned()
                    };
                    ("table", text)
                }
                ffi::LUA_TFUNCTION => ("function", String::new()),
                ffi::LUA_TTHREAD => ("thread", String::new()),
                _ => ("userdata", String::new()),
            }
        }
    }
}

fn short(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(MOST_LETTERS)];
    String::from_utf8_lossy(shown).into_owned()
}
