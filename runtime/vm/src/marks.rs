//! Marks: saves of everything one table leads to, put back in place.
//!
//! A snapshot holds the whole machine; a mark holds one cart's state and
//! leaves the rest alone. `build/marks.c` and `build/digest.c` do the work;
//! this is how the host and host functions ask for it.

use crate::arena::Header;
use crate::call::{Call, Raise};
use crate::vm::Vm;
use mlua::ffi::{self, lua_State};
use std::ffi::{c_char, c_int, c_void};
use std::ptr;

/// Why a table's state was not saved or put back; nothing has changed then.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum MarkError {
    /// No table was named and none is tracked.
    #[error("no table is tracked: call rollback.track(table) first")]
    NotTracked,
    /// The slot or mark holds nothing.
    #[error("nothing was saved there")]
    NothingSaved,
    /// An argument that should be a mark is none.
    #[error("this is no mark: rollback.save gives one")]
    NotMark,
    /// Something cannot be put back; the text names its path.
    #[error("{0}")]
    Refused(String),
    /// There is not enough memory for it.
    #[error("not enough memory")]
    Memory,
}

impl From<MarkError> for Raise {
    fn from(error: MarkError) -> Raise {
        error.to_string().into()
    }
}

/// What to do; `marks.h` has the same numbers.
#[derive(Clone, Copy)]
enum What {
    Track = 0,
    SaveSlot = 1,
    SaveNew = 2,
    LoadSlot = 3,
    Load = 4,
    ForgetSlot = 5,
    HasSlot = 6,
    Digest = 7,
}

/// Bytes of the text that says why something is refused.
const TEXT: usize = 320;

/// What `downbeat_mark` works on; `marks.h` has the same.
#[repr(C)]
struct Order {
    what: i32,
    slot: u32,
    problem: i32,
    digest: u64,
    text: [c_char; TEXT],
}

unsafe extern "C-unwind" {
    fn downbeat_mark(state: *mut lua_State) -> c_int;
}

impl Order {
    fn new(what: What, slot: u32) -> Order {
        Order {
            what: what as i32,
            slot,
            problem: 0,
            digest: 0,
            text: [0; TEXT],
        }
    }

    fn result(&self) -> Result<u64, MarkError> {
        match self.problem {
            0 => Ok(self.digest),
            1 => Err(MarkError::NotTracked),
            2 => Err(MarkError::NothingSaved),
            3 => Err(MarkError::NotMark),
            _ => {
                let bytes = self.text.iter().map(|&byte| byte as u8);
                let text: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
                Err(MarkError::Refused(
                    String::from_utf8_lossy(&text).into_owned(),
                ))
            }
        }
    }
}

/// For carts, through host functions. Tables are arguments, counted from 1;
/// `None` is the tracked one. All of it is paid for with the budget.
impl<H: 'static> Call<'_, H> {
    /// Makes the table at argument `i` the one whose state the slots hold; nil
    /// ends that. Slots filled before stay as they are.
    pub fn track(&mut self, i: usize) -> Result<(), MarkError> {
        self.mark(What::Track, 0, Some(i)).map(drop)
    }

    /// Saves a table in a slot, in place of what was there. For the tracked
    /// one, the state of `math.random` goes with it.
    pub fn save_slot(&mut self, slot: u32, table: Option<usize>) -> Result<(), MarkError> {
        self.mark(What::SaveSlot, slot, table).map(drop)
    }

    /// Puts back what a slot holds, which it keeps.
    pub fn load_slot(&mut self, slot: u32) -> Result<(), MarkError> {
        self.mark(What::LoadSlot, slot, None).map(drop)
    }

    /// Empties a slot and frees its memory.
    pub fn forget_slot(&mut self, slot: u32) -> Result<(), MarkError> {
        self.mark(What::ForgetSlot, slot, None).map(drop)
    }

    /// Saves a table, and adds the mark to the results: a value that carts
    /// can do nothing with but give it to [`Call::load_mark`].
    pub fn push_mark(&mut self, table: Option<usize>) -> Result<(), MarkError> {
        self.mark(What::SaveNew, 0, table).map(drop)
    }

    /// Puts back what the mark at argument `i` holds, which it keeps.
    pub fn load_mark(&mut self, i: usize) -> Result<(), MarkError> {
        self.mark(What::Load, 0, Some(i)).map(drop)
    }

    /// A digest of what a table leads to, the same on every machine.
    pub fn digest(&mut self, table: Option<usize>) -> Result<u64, MarkError> {
        self.mark(What::Digest, 0, table)
    }

    fn mark(&mut self, what: What, slot: u32, argument: Option<usize>) -> Result<u64, MarkError> {
        let results = matches!(what, What::SaveNew);
        if results && !self.room() {
            return Err(MarkError::Memory);
        }
        let mut order = Order::new(what, slot);
        let state = self.state();
        let header = Header::of(state);
        // SAFETY: `downbeat_mark` reads the order before it goes out of scope,
        // and the call is protected, so nothing jumps over this frame. The
        // stack is grown, which does not raise.
        unsafe {
            let status = if ffi::lua_checkstack(state, 4) == 0 {
                ffi::LUA_ERRMEM
            } else {
                ffi::lua_pushcfunction(state, downbeat_mark);
                match argument {
                    Some(i) if (1..=self.args().count()).contains(&i) => {
                        ffi::lua_pushvalue(state, i as c_int);
                    }
                    _ => ffi::lua_pushnil(state),
                }
                (*header).order = (&raw mut order).cast::<c_void>();
                let status = ffi::lua_pcall(state, 1, c_int::from(results), 0);
                (*header).order = ptr::null_mut();
                if status != ffi::LUA_OK && !results {
                    ffi::lua_pop(state, 1);
                }
                status
            };
            if status != ffi::LUA_OK {
                self.fail_with(status);
                return Err(MarkError::Memory);
            }
        }
        order.result()
    }
}

/// Between calls, for the host.
impl<H: 'static> Vm<H> {
    /// Whether the cart has named a table whose state slots hold.
    pub fn tracks(&self) -> bool {
        // SAFETY: the header is valid and only read here.
        unsafe { (*self.header()).tracks() }
    }

    /// Saves the tracked table in a slot, with the state of `math.random`.
    ///
    /// # Errors
    /// Nothing has changed then; what the slot held is still there.
    pub fn save_slot(&mut self, slot: u32) -> Result<(), MarkError> {
        self.mark(What::SaveSlot, slot).map(drop)
    }

    /// Puts back what a slot holds, which it keeps.
    ///
    /// # Errors
    /// Nothing has changed then.
    pub fn load_slot(&mut self, slot: u32) -> Result<(), MarkError> {
        self.mark(What::LoadSlot, slot).map(drop)
    }

    /// Empties a slot and frees its memory.
    pub fn forget_slot(&mut self, slot: u32) {
        // It needs no memory, so it cannot fail.
        let _ = self.mark(What::ForgetSlot, slot);
    }

    /// Whether a slot holds something.
    pub fn has_slot(&mut self, slot: u32) -> bool {
        self.mark(What::HasSlot, slot) == Ok(1)
    }

    /// A digest of what the tracked table leads to, the same on every machine.
    pub fn digest(&mut self) -> Result<u64, MarkError> {
        self.mark(What::Digest, 0)
    }

    fn mark(&mut self, what: What, slot: u32) -> Result<u64, MarkError> {
        let mut order = Order::new(what, slot);
        self.serve(at_rest, (&raw mut order).cast())
            .map_err(|_| MarkError::Memory)?;
        order.result()
    }
}

/// Calls `downbeat_mark` for the tracked table.
unsafe extern "C-unwind" fn at_rest(state: *mut lua_State) -> c_int {
    // SAFETY: called by `Vm::mark`, whose order it is; nothing has a destructor.
    unsafe {
        ffi::lua_pushnil(state);
        downbeat_mark(state)
    }
}
