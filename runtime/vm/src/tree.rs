//! Trees: plain copies of Lua values outside of Lua, to be stored, compared or
//! shown, and back.
//!
//! A table becomes a list or a map, never both: that is what file formats can
//! hold. Reading allocates nothing in Lua and cannot raise; making values runs
//! protected.

mod path;

use crate::arena::Header;
use crate::args::Kind;
use crate::call::Call;
use crate::entries::bytes_at;
use mlua::ffi::{self, lua_State};
pub use path::{Path, Step};
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;

/// A Lua value without functions, threads and shared tables.
#[derive(Clone, PartialEq, Debug)]
pub enum Tree {
    /// A boolean.
    Boolean(bool),
    /// A number of the integer kind.
    Integer(i64),
    /// A number of the float kind.
    Number(f64),
    /// A string of any bytes.
    Bytes(Vec<u8>),
    /// A table with the keys 1, 2, 3 and so on, or with none.
    List(Vec<Tree>),
    /// A table whose keys are strings; never empty.
    Map(BTreeMap<Vec<u8>, Tree>),
}

/// The largest tree that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeLimits {
    /// Tables inside each other; at most 100 whatever is asked for.
    pub depth: usize,
    /// Two for every value, and the bytes of strings and keys.
    pub size: usize,
}

/// Why a value cannot be a tree, and where in it that shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoTree {
    /// The value at fault, seen from the outermost one.
    pub path: Path,
    /// What is wrong with it.
    pub why: Fault,
}

/// What cannot be in a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A value of this kind.
    Kind(Kind),
    /// A table that is inside of itself.
    Cycle,
    /// A table with numbers and names as keys.
    Mixed,
    /// A table whose numbers as keys are not 1, 2, 3 and so on.
    Holes,
    /// A table with a key that is neither a whole number nor a string.
    Key,
    /// A table inside too many others.
    Depth,
    /// The size limit was reached here.
    Size,
    /// There was no memory to go on.
    Memory,
}

/// Tables inside each other that reading and making take at the most: each is
/// a call in Rust.
const DEEPEST: usize = 100;

/// Units of budget for each value.
const UNITS: i64 = 12;

impl<H: 'static> Call<'_, H> {
    /// A copy of argument `i`, tables read raw.
    ///
    /// # Errors
    /// The first value that is in the way, in the order of Lua's `next`.
    pub fn tree(&mut self, i: usize, limits: TreeLimits) -> Result<Tree, NoTree> {
        let none = |why| NoTree {
            path: Path::default(),
            why,
        };
        let kind = self.args().kind(i);
        if kind == Kind::None {
            return Err(none(Fault::Kind(kind)));
        }
        let mut walk = Walk {
            state: self.state(),
            left: limits.size,
            depth: limits.depth.min(DEEPEST),
            above: Vec::new(),
            values: 0,
        };
        // A key and a value for each level, and the argument itself.
        let slots = 2 * walk.depth as c_int + 5;
        // SAFETY: `lua_checkstack` does not raise, and no `Args` is alive. The
        // stack then has room for all that the walk pushes, which it takes off
        // again but for the argument.
        let tree = unsafe {
            if ffi::lua_checkstack(self.state(), slots) == 0 {
                return Err(none(Fault::Memory));
            }
            ffi::lua_pushvalue(self.state(), i as c_int);
            let top = ffi::lua_gettop(self.state());
            let tree = walk.value();
            ffi::lua_settop(self.state(), top - 1);
            tree
        };
        let units = UNITS * walk.values;
        self.charge(units);
        tree
    }

    /// Adds a value made from a tree to the results.
    ///
    /// When memory runs out, the cart stops once the host function returns.
    pub fn push_tree(&mut self, tree: &Tree) {
        if !self.room() {
            return;
        }
        let header = Header::of(self.state());
        let mut order = tree;
        // SAFETY: `push_order` reads the tree before it goes out of scope, and
        // the call is protected, so nothing jumps over this frame.
        let status = unsafe {
            (*header).order = (&raw mut order).cast::<c_void>();
            ffi::lua_pushcfunction(self.state(), push_order);
            let status = ffi::lua_pcall(self.state(), 0, 1, 0);
            (*header).order = ptr::null_mut();
            status
        };
        if status != ffi::LUA_OK {
            self.fail_with(status);
        }
        self.charge(UNITS * tree.count());
    }
}

impl Tree {
    /// How many values it is made of.
    fn count(&self) -> i64 {
        match self {
            Tree::List(list) => 1 + list.iter().map(Tree::count).sum::<i64>(),
            Tree::Map(map) => 1 + map.values().map(Tree::count).sum::<i64>(),
            _ => 1,
        }
    }
}

/// A walk through the value on top of the stack.
struct Walk {
    state: *mut lua_State,
    /// What is left of the size limit.
    left: usize,
    depth: usize,
    /// The tables around the value.
    above: Vec<*const c_void>,
    values: i64,
}

impl Walk {
    /// The value on top of the stack, which stays there.
    ///
    /// # Safety
    ///
    /// The stack has two free slots for each level of depth that is left, and
    /// one more.
    unsafe fn value(&mut self) -> Result<Tree, NoTree> {
        self.values += 1;
        self.spend(2)?;
        // SAFETY: there is a value; reading numbers and booleans as what they
        // are neither converts nor raises.
        unsafe {
            let state = self.state;
            match ffi::lua_type(state, -1) {
                ffi::LUA_TBOOLEAN => Ok(Tree::Boolean(ffi::lua_toboolean(state, -1) != 0)),
                ffi::LUA_TNUMBER if ffi::lua_isinteger(state, -1) != 0 => {
                    Ok(Tree::Integer(ffi::lua_tointeger(state, -1)))
                }
                ffi::LUA_TNUMBER => Ok(Tree::Number(ffi::lua_tonumber(state, -1))),
                ffi::LUA_TSTRING => self.bytes(-1).map(Tree::Bytes),
                ffi::LUA_TTABLE => self.table(),
                other => Err(here(Fault::Kind(Kind::of(other)))),
            }
        }
    }

    /// The table on top of the stack.
    unsafe fn table(&mut self) -> Result<Tree, NoTree> {
        // SAFETY: see `value`; a level takes a key and a value. `lua_next`
        // raises for keys that are not in the table only, and nothing changes
        // the table meanwhile.
        unsafe {
            let state = self.state;
            let table = ffi::lua_topointer(state, -1);
            if self.above.contains(&table) {
                return Err(here(Fault::Cycle));
            }
            if self.above.len() == self.depth {
                return Err(here(Fault::Depth));
            }
            self.above.push(table);
            let mut list = Vec::new();
            let mut map = BTreeMap::new();
            ffi::lua_pushnil(state);
            while ffi::lua_next(state, -2) != 0 {
                if ffi::lua_type(state, -2) == ffi::LUA_TSTRING {
                    let name = self.bytes(-2)?;
                    let value = self.value().map_err(|no| no.at(Step::Name(name.clone())))?;
                    map.insert(name, value);
                } else if ffi::lua_isinteger(state, -2) != 0 {
                    let index = ffi::lua_tointeger(state, -2);
                    let value = self.value().map_err(|no| no.at(Step::Index(index)))?;
                    list.push((index, value));
                } else {
                    return Err(here(Fault::Key));
                }
                ffi::lua_pop(state, 1);
            }
            self.above.pop();
            if !map.is_empty() {
                let mixed = || here(Fault::Mixed);
                return list.is_empty().then_some(Tree::Map(map)).ok_or_else(mixed);
            }
            list.sort_by_key(|&(index, _)| index);
            if list
                .iter()
                .zip(1..)
                .any(|(entry, wanted)| entry.0 != wanted)
            {
                return Err(here(Fault::Holes));
            }
            Ok(Tree::List(
                list.into_iter().map(|(_, value)| value).collect(),
            ))
        }
    }

    /// A copy of the string at `index`.
    unsafe fn bytes(&mut self, index: c_int) -> Result<Vec<u8>, NoTree> {
        // SAFETY: the caller's index is that of a string, which stays where it
        // is while it is copied.
        let bytes = unsafe { bytes_at(self.state, index) };
        self.spend(bytes.len())?;
        Ok(bytes.to_vec())
    }

    fn spend(&mut self, size: usize) -> Result<(), NoTree> {
        self.left = self
            .left
            .checked_sub(size)
            .ok_or_else(|| here(Fault::Size))?;
        Ok(())
    }
}

/// A fault of the value that is looked at.
fn here(why: Fault) -> NoTree {
    NoTree {
        path: Path::default(),
        why,
    }
}

impl NoTree {
    /// The same, seen from the table around it.
    fn at(mut self, step: Step) -> NoTree {
        self.path.prepend(step);
        self
    }
}

/// Pushes the value of the tree that the header's order points to.
unsafe extern "C-unwind" fn push_order(state: *mut lua_State) -> c_int {
    // SAFETY: only `push_tree` calls this function, and has set the order; no
    // destructor is alive, in what it calls neither.
    unsafe {
        let tree: &Tree = *(*Header::of(state)).order.cast::<&Tree>();
        push(state, tree);
    }
    1
}

/// Pushes a value; may raise, so nothing here has a destructor.
unsafe fn push(state: *mut lua_State, tree: &Tree) {
    // SAFETY: called protected; the stack is grown before anything is pushed.
    unsafe {
        ffi::luaL_checkstack(state, 4, ptr::null());
        match tree {
            Tree::Boolean(value) => ffi::lua_pushboolean(state, c_int::from(*value)),
            Tree::Integer(value) => ffi::lua_pushinteger(state, *value),
            Tree::Number(value) => ffi::lua_pushnumber(state, *value),
            Tree::Bytes(bytes) => push_bytes(state, bytes),
            Tree::List(list) => {
                ffi::lua_createtable(state, room(list.len()), 0);
                for (value, index) in list.iter().zip(1..) {
                    push(state, value);
                    ffi::lua_rawseti(state, -2, index);
                }
            }
            Tree::Map(map) => {
                ffi::lua_createtable(state, 0, room(map.len()));
                for (name, value) in map {
                    push_bytes(state, name);
                    push(state, value);
                    ffi::lua_rawset(state, -3);
                }
            }
        }
    }
}

/// A hint of a table's size that fits what Lua takes.
fn room(length: usize) -> c_int {
    c_int::try_from(length).unwrap_or(0)
}

unsafe fn push_bytes(state: *mut lua_State, bytes: &[u8]) {
    // SAFETY: called protected, with room on the stack.
    unsafe {
        ffi::lua_pushlstring(state, bytes.as_ptr().cast::<c_char>(), bytes.len());
    }
}
