//! Notes about errors, taken where they are raised.
//!
//! When the outermost call returns, the stack is gone; so place and traceback
//! are written down at once. That must not allocate in the arena, which may be
//! full, hence our own traceback instead of `luaL_traceback`.

use crate::arena::Header;
use mlua::ffi::{self, lua_Debug, lua_State};
use std::ffi::{CStr, c_char, c_int};
use std::fmt::Write as _;
use std::mem::MaybeUninit;

/// Levels a traceback shows at its top and its bottom.
const SHOWN: c_int = 11;

/// What [`downbeat_report`] is called for; `downbeat.c` has the same numbers.
const BUDGET: c_int = 1;

/// The notes of one outermost call.
#[derive(Default)]
pub(crate) struct Report {
    /// The global that was called, with a zero at its end; empty for a chunk.
    pub(crate) function: Vec<u8>,
    /// No function has that name.
    pub(crate) missing: bool,
    /// The budget was spent.
    pub(crate) spent: bool,
    /// The code did not compile.
    pub(crate) syntax: bool,
    /// Where the budget or memory ran out: `demo.lua:12`, with a zero at its end.
    pub(crate) place: Vec<u8>,
    /// The innermost Lua line of the noted stack: `demo.lua:12`.
    pub(crate) innermost: Option<String>,
    pub(crate) traceback: String,
}

impl Report {
    /// Forgets the last call.
    pub(crate) fn clear(&mut self) {
        self.function.clear();
        self.missing = false;
        self.spent = false;
        self.syntax = false;
        self.place.clear();
        self.innermost = None;
        self.traceback.clear();
    }

    /// Writes down the stack of `state` from `level` on.
    pub(crate) fn note_stack(&mut self, state: *mut lua_State, level: c_int) {
        self.innermost = None;
        self.traceback.clear();
        self.traceback.push_str("stack traceback:");
        let levels = count_levels(state);
        // The last is the function of ours that the outermost call began with.
        let last = levels - 1;
        let mut at = level;
        while at < last {
            if at - level == SHOWN && last - at > SHOWN {
                let skipped = last - at - SHOWN;
                let _ = write!(self.traceback, "\n\t...\t(skipping {skipped} levels)");
                at += skipped;
            }
            if let Some(frame) = Frame::at(state, at, c"Slnt") {
                self.note_frame(&frame, at == last - 1);
            }
            at += 1;
        }
    }

    fn note_frame(&mut self, frame: &Frame, outermost: bool) {
        let source = frame.short_source();
        let text = &mut self.traceback;
        let _ = match frame.line() {
            Some(line) => write!(text, "\n\t{source}:{line}: in "),
            None => write!(text, "\n\t{source}: in "),
        };
        if let (None, Some(line)) = (&self.innermost, frame.line()) {
            self.innermost = Some(format!("{source}:{line}"));
        }
        let called =
            (self.function.strip_suffix(&[0])).filter(|name| outermost && !name.is_empty());
        let _ = match (frame.name(), called) {
            (Some(("global", name)), _) => write!(text, "function '{name}'"),
            (Some((what, name)), _) => write!(text, "{what} '{name}'"),
            (None, Some(name)) => write!(text, "function '{}'", String::from_utf8_lossy(name)),
            (None, None) if frame.what() == "main" => write!(text, "main chunk"),
            (None, None) if frame.what() == "C" => write!(text, "?"),
            (None, None) => write!(text, "function <{source}:{}>", frame.0.linedefined),
        };
        if frame.0.istailcall != 0 {
            text.push_str("\n\t(...tail calls...)");
        }
    }
}

/// Notes where the budget or memory ran out and returns the place.
///
/// # Safety
///
/// Called by `downbeat.c` only, with a thread that runs in a live arena.
#[unsafe(no_mangle)]
unsafe extern "C-unwind" fn downbeat_report(state: *mut lua_State, what: c_int) -> *const c_char {
    // SAFETY: the header is valid as long as the arena; the report, when there
    // is one, is the running `Vm`'s, and nothing else refers to it meanwhile.
    let report = unsafe { (*Header::of(state)).report.as_mut() };
    let Some(report) = report else {
        return c"?".as_ptr();
    };
    if what == BUDGET {
        // Raised again at every instruction while the stack unwinds: the first
        // place is the one that tells something.
        if report.spent {
            return report.place.as_ptr().cast();
        }
        report.spent = true;
    }
    report.place = place(state).map_or_else(|| b"?".to_vec(), String::into_bytes);
    report.place.push(0);
    report.note_stack(state, 0);
    report.place.as_ptr().cast()
}

/// File and line of the innermost Lua function that runs: `demo.lua:12`.
pub(crate) fn place(state: *mut lua_State) -> Option<String> {
    let mut level = 0;
    loop {
        let frame = Frame::at(state, level, c"Sl")?;
        if let Some(line) = frame.line() {
            return Some(format!("{}:{line}", frame.short_source()));
        }
        level += 1;
    }
}

/// How many functions are active.
fn count_levels(state: *mut lua_State) -> c_int {
    let mut low = 0;
    let mut high = 1;
    while Frame::exists(state, high) {
        low = high;
        high *= 2;
    }
    while low < high {
        let middle = low.midpoint(high);
        if Frame::exists(state, middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    high
}

/// What Lua tells about one active function.
struct Frame(lua_Debug);

impl Frame {
    fn exists(state: *mut lua_State, level: c_int) -> bool {
        let mut record = MaybeUninit::<lua_Debug>::uninit();
        // SAFETY: the state is valid; `lua_getstack` only fills the record.
        unsafe { ffi::lua_getstack(state, level, record.as_mut_ptr()) != 0 }
    }

    fn at(state: *mut lua_State, level: c_int, what: &CStr) -> Option<Frame> {
        let mut record = MaybeUninit::<lua_Debug>::zeroed();
        // SAFETY: the state is valid; `lua_getinfo` with these options neither
        // allocates nor raises, and all-zero is a valid record.
        unsafe {
            if ffi::lua_getstack(state, level, record.as_mut_ptr()) == 0 {
                return None;
            }
            ffi::lua_getinfo(state, what.as_ptr(), record.as_mut_ptr());
            Some(Frame(record.assume_init()))
        }
    }

    fn line(&self) -> Option<c_int> {
        Some(self.0.currentline).filter(|&line| line > 0)
    }

    fn short_source(&self) -> String {
        // SAFETY: Lua ends the array with a zero.
        unsafe { text(self.0.short_src.as_ptr()) }
    }

    fn what(&self) -> &'static str {
        // SAFETY: `what` is null or one of Lua's constant strings.
        match unsafe { text(self.0.what) }.as_str() {
            "main" => "main",
            "C" => "C",
            _ => "Lua",
        }
    }

    /// What kind of name the function was called by, and the name.
    fn name(&self) -> Option<(&'static str, String)> {
        // SAFETY: both are null or strings that live as long as the frame.
        let (what, name) = unsafe { (text(self.0.namewhat), text(self.0.name)) };
        let what = match what.as_str() {
            "global" => "global",
            "local" => "local",
            "method" => "method",
            "field" => "field",
            "upvalue" => "upvalue",
            "metamethod" => "metamethod",
            "for iterator" => "for iterator",
            _ => return None,
        };
        Some((what, name))
    }
}

/// A copy of a C string; empty for null.
///
/// # Safety
///
/// `start` is null or points to a string that ends with a zero.
unsafe fn text(start: *const c_char) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: see above.
    unsafe { CStr::from_ptr(start) }
        .to_string_lossy()
        .into_owned()
}
