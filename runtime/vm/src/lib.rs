//! Lua 5.4 in an arena that can be copied.
//!
//! A [`Vm`] runs a cart's code in one range of memory, so that a [`Snapshot`]
//! is a copy of bytes and any moment can be gone back to. A cart cannot hang
//! it or exhaust it: work and memory are limited by [`Limits`]. Host functions
//! are plain Rust functions that see a [`Call`].
//!
//! ```
//! use vm::{Called, Limits, Text, Value, Vm};
//!
//! struct Host { said: Vec<String> }
//!
//! let mut vm = Vm::<Host>::new(Limits::default())?;
//! vm.register(None, "say", Text::At(1), |call| {
//!     let (host, args) = call.parts();
//!     let text = args.bytes(1).unwrap_or_default();
//!     host.said.push(String::from_utf8_lossy(text).into_owned());
//!     Ok(0)
//! })?;
//! vm.set_global(None, "lives", Value::Integer(3))?;
//!
//! let mut host = Host { said: Vec::new() };
//! vm.run(&mut host, b"function TIC() lives = lives - 1 say(lives) end", "@demo.lua").unwrap();
//! let start = vm.snapshot();
//! for _ in 0..2 {
//!     assert_eq!(vm.call(&mut host, "TIC", &[]).unwrap(), Called::Done);
//! }
//! vm.restore(&start);
//! vm.call(&mut host, "TIC", &[]).unwrap();
//! assert_eq!(host.said, ["2", "1", "2"]);
//! # Ok::<(), vm::VmError>(())
//! ```
#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(not(target_pointer_width = "64"))]
compile_error!("the arena is aligned to 4 GiB and needs a 64-bit target");

mod arena;
mod args;
mod blocks;
mod call;
mod chance;
mod delta;
mod entries;
mod failure;
mod held;
mod layout;
mod lists;
mod marks;
mod maths;
mod report;
mod sandbox;
mod snapshot;
mod timeline;
mod tree;
mod value;
mod variables;
mod vm;

#[doc(hidden)]
pub use arena::Layout;
pub use args::{Args, Field, Kind, Numeric};
pub use call::{Call, Raise, Text};
pub use failure::{Failure, FailureKind, VmError};
pub use held::Callee;
pub use marks::MarkError;
pub use snapshot::Snapshot;
pub use timeline::Timeline;
pub use tree::{Fault, NoTree, Path, Step, Tree, TreeLimits};
pub use value::{Scalar, Value};
pub use variables::Variable;
pub use vm::{Called, Limits, Vm};
