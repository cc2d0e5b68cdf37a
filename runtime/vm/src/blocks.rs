//! Blocks: userdata of plain bytes, for objects of the host that carts hold.
//!
//! A block has no destructor and no pointer, so it lies in the arena like
//! everything of Lua's, goes with snapshots, and can be put back by copying.
//! What kind it is shows in its metatable, which no cart can reach or change.

use crate::arena::Header;
use crate::failure::VmError;
use mlua::ffi::{self, lua_CFunction, lua_State};
use std::ffi::{CStr, CString, c_int, c_void};
use std::ptr;

/// Kinds of blocks there may be; `downbeat.h` has the same number.
pub(crate) const KINDS: usize = 8;

/// Bytes of a kind's name; one more is its length.
const NAME: usize = 15;

/// The largest block, so that no size overflows in C.
const MOST: usize = 1 << 30;

/// A kind of block, kept in the arena's header; `downbeat.h` has the same.
#[repr(C)]
pub(crate) struct KindSlot {
    name: [u8; NAME + 1],
    metatable: *mut c_void,
}

impl KindSlot {
    fn is_named(&self, name: &str) -> bool {
        let length = usize::from(self.name[NAME]);
        self.name.get(..length) == Some(name.as_bytes())
    }
}

/// The kinds there are.
///
/// # Safety
///
/// The header is valid, and the kinds do not change during `'a`.
#[inline]
unsafe fn kinds<'a>(header: *mut Header) -> &'a [KindSlot] {
    // SAFETY: see above; `kind_count` is at most `KINDS`.
    unsafe {
        let first = (&raw const (*header).kinds).cast::<KindSlot>();
        std::slice::from_raw_parts(first, (*header).kind_count as usize)
    }
}

/// Whether a userdata with this metatable is a block of this kind.
///
/// # Safety
///
/// The header is valid.
#[inline]
pub(crate) unsafe fn is_kind(header: *mut Header, metatable: *mut c_void, name: &str) -> bool {
    // SAFETY: see above.
    unsafe { kinds(header) }
        .iter()
        .any(|kind| kind.metatable == metatable && kind.is_named(name))
}

unsafe fn metatable_of(header: *mut Header, name: &str) -> Option<*mut c_void> {
    // SAFETY: the caller has a valid header.
    unsafe { kinds(header) }
        .iter()
        .find(|kind| kind.is_named(name))
        .map(|kind| kind.metatable)
}

unsafe extern "C-unwind" {
    fn downbeat_push_block(state: *mut lua_State, metatable: *mut c_void, size: usize);
}

struct NewBlock {
    metatable: *mut c_void,
    size: usize,
}

/// Pushes a block of zeros; gives its bytes, or Lua's status if it cannot.
pub(crate) fn push(
    state: *mut lua_State,
    kind: &str,
    size: usize,
) -> Result<(*mut u8, usize), c_int> {
    let header = Header::of(state);
    // SAFETY: called by a host function, so the header is valid.
    let Some(metatable) = (unsafe { metatable_of(header, kind) }) else {
        return Err(ffi::LUA_ERRRUN);
    };
    if size > MOST {
        return Err(ffi::LUA_ERRMEM);
    }
    let mut order = NewBlock { metatable, size };
    // SAFETY: `push_order` reads the order before it goes out of scope, and the
    // call is protected, so nothing jumps over this frame; the caller made
    // room on the stack.
    unsafe {
        (*header).order = (&raw mut order).cast::<c_void>();
        ffi::lua_pushcfunction(state, push_order);
        let status = ffi::lua_pcall(state, 0, 1, 0);
        (*header).order = ptr::null_mut();
        if status == ffi::LUA_OK {
            Ok((ffi::lua_touserdata(state, -1).cast::<u8>(), size))
        } else {
            Err(status)
        }
    }
}

unsafe extern "C-unwind" fn push_order(state: *mut lua_State) -> c_int {
    // SAFETY: only `push` calls this function, and has set the order; nothing
    // has a destructor.
    unsafe {
        let order = (*Header::of(state)).order.cast::<NewBlock>();
        let NewBlock { metatable, size } = ptr::read(order);
        downbeat_push_block(state, metatable, size);
    }
    1
}

/// A kind to make.
pub(crate) struct NewKind {
    header: *mut Header,
    name: CString,
    key: CString,
    exists: bool,
}

/// Under which name the registry has the metatable of a kind.
fn registry_key(kind: &str) -> Result<CString, VmError> {
    CString::new(format!("the kind of blocks {kind}"))
        .map_err(|_| VmError::Kind(kind.to_owned(), "its name contains a zero byte"))
}

impl NewKind {
    /// Checks that the kind can be made.
    pub(crate) fn new(header: *mut Header, name: &str) -> Result<NewKind, VmError> {
        let refuse = |why| Err(VmError::Kind(name.to_owned(), why));
        if name.is_empty() || name.len() > NAME {
            return refuse("its name has 1 to 15 bytes");
        }
        // SAFETY: the caller's header is valid and nothing runs.
        let (exists, count) =
            unsafe { (metatable_of(header, name).is_some(), kinds(header).len()) };
        if !exists && count == KINDS {
            return refuse("there are eight already");
        }
        Ok(NewKind {
            header,
            key: registry_key(name)?,
            name: CString::new(name).map_err(|_| VmError::Name(name.to_owned()))?,
            exists,
        })
    }

    /// Whether it is there already.
    pub(crate) fn exists(&self) -> bool {
        self.exists
    }
}

pub(crate) unsafe extern "C-unwind" fn make_kind(state: *mut lua_State) -> c_int {
    // SAFETY: called by `Vm::register_kind`, whose order it is; the new slot is
    // below the number of kinds, which `NewKind` checked. The registry keeps
    // the metatable. Nothing has a destructor.
    unsafe {
        let order = (*Header::of(state)).order.cast::<NewKind>();
        let name = &(*order).name;
        ffi::luaL_newmetatable(state, (*order).key.as_ptr());
        ffi::lua_pushstring(state, name.as_ptr());
        ffi::lua_setfield(state, -2, c"__name".as_ptr());
        ffi::lua_pushstring(state, name.as_ptr());
        ffi::lua_setfield(state, -2, c"__metatable".as_ptr());
        ffi::lua_newtable(state);
        ffi::lua_setfield(state, -2, c"__index".as_ptr());
        let header = (*order).header;
        let count = (*header).kind_count as usize;
        let bytes = name.to_bytes();
        let mut slot = KindSlot {
            name: [0; NAME + 1],
            metatable: ffi::lua_topointer(state, -1).cast_mut(),
        };
        slot.name[..bytes.len()].copy_from_slice(bytes);
        slot.name[NAME] = bytes.len() as u8;
        ptr::write(
            (&raw mut (*header).kinds).cast::<KindSlot>().add(count),
            slot,
        );
        (*header).kind_count += 1;
    }
    0
}

/// The name of the function that gives the elements of a block.
const ELEMENT: &CStr = c"__element";

/// `block[key]` where there are elements: strings lead to the methods, which
/// are upvalue 1, and everything else to the function that is upvalue 2.
unsafe extern "C-unwind" fn method_or_element(state: *mut lua_State) -> c_int {
    // SAFETY: Lua calls it with a block and a key; nothing has a destructor.
    // The function is called in this frame, whose arguments are its own, so
    // that its errors name the line of the cart; it has no upvalues.
    unsafe {
        if ffi::lua_type(state, 2) != ffi::LUA_TSTRING
            && let Some(element) = ffi::lua_tocfunction(state, ffi::lua_upvalueindex(2))
        {
            return element(state);
        }
        ffi::lua_settop(state, 2);
        ffi::lua_rawget(state, ffi::lua_upvalueindex(1));
    }
    1
}

/// A method to make.
pub(crate) struct NewMethod {
    key: CString,
    name: CString,
    function: lua_CFunction,
    text: i64,
}

impl NewMethod {
    /// Checks that the method can be made.
    pub(crate) fn new(
        header: *mut Header,
        kind: &str,
        name: &str,
        function: lua_CFunction,
        text: i64,
    ) -> Result<NewMethod, VmError> {
        // SAFETY: the caller's header is valid and nothing runs.
        if unsafe { metatable_of(header, kind) }.is_none() {
            return Err(VmError::Kind(kind.to_owned(), "it was never registered"));
        }
        let fixed = ["__gc", "__metatable", "__mode", "__name"];
        if fixed.contains(&name) {
            return Err(VmError::Kind(kind.to_owned(), "a block cannot have that"));
        }
        let owned = |text: &str| CString::new(text).map_err(|_| VmError::Name(text.to_owned()));
        Ok(NewMethod {
            key: registry_key(kind)?,
            name: owned(name)?,
            function,
            text,
        })
    }
}

pub(crate) unsafe extern "C-unwind" fn make_method(state: *mut lua_State) -> c_int {
    // SAFETY: called by `Vm::register_method`, whose order it is. Fields are
    // set raw, so that no cart code runs; nothing has a destructor.
    unsafe {
        let order = (*Header::of(state)).order.cast::<NewMethod>();
        ffi::lua_getfield(state, ffi::LUA_REGISTRYINDEX, (*order).key.as_ptr());
        if !(*order).name.to_bytes().starts_with(b"__") {
            ffi::lua_pushstring(state, c"__index".as_ptr());
            if ffi::lua_rawget(state, 1) != ffi::LUA_TTABLE {
                return 0;
            }
        }
        if (*order).name.to_bytes() == ELEMENT.to_bytes() {
            ffi::lua_pushstring(state, c"__index".as_ptr());
            ffi::lua_pushstring(state, c"__index".as_ptr());
            if ffi::lua_rawget(state, 1) != ffi::LUA_TTABLE {
                return 0;
            }
            ffi::lua_pushcclosure(state, (*order).function, 0);
            ffi::lua_pushcclosure(state, method_or_element, 2);
            ffi::lua_rawset(state, 1);
            return 0;
        }
        let target = ffi::lua_gettop(state);
        ffi::lua_pushstring(state, (*order).name.as_ptr());
        if (*order).text == 0 {
            ffi::lua_pushcclosure(state, (*order).function, 0);
        } else {
            ffi::lua_pushinteger(state, (*order).text);
            ffi::lua_pushcclosure(state, (*order).function, 1);
        }
        ffi::lua_rawset(state, target);
    }
    0
}
