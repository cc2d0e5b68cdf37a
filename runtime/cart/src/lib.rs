//! Carts: bytes or a folder's files to a [`Cart`] and back, without any I/O.
//!
//! [`Cart::from_bytes`] reads a text project (`.lua`), TIC-80's binary form
//! (`.tic`) or a picture with one inside (`.png`); [`Cart::from_folder`] reads
//! a folder. Each form is written again by a `to_` function, which tells as
//! [`Loss`] what that form cannot hold. Any bytes whatever give a cart or a
//! [`CartError`], never a panic; what was odd is in [`Cart::warnings`].
//!
//! ```
//! let text = b"-- title: hello\nfunction TIC() cls(13) end\n";
//! let cart = cart::Cart::from_bytes("hello.lua", text)?;
//! let (tic, losses) = cart.to_tic()?;
//! assert!(losses.is_empty());
//! let again = cart::Cart::from_bytes("hello.tic", &tic)?;
//! assert_eq!(again.title(), "hello");
//! assert_eq!(again.code, cart.code);
//! # Ok::<(), cart::CartError>(())
//! ```
//!
//! # Layout of a folder
//!
//! | file | what it holds |
//! |---|---|
//! | `cart.json` | the header: an object with the keys of header comments; keys that mean nothing to us are kept |
//! | `main.lua` | the main program (the only file that must be there) |
//! | `*.lua` | modules for `require`, in subfolders too |
//! | `tiles.png`, `sprites.png` | 128x128 pixels: the 256 tiles and sprites of bank 0, 16 a row |
//! | `screen.png` | 240x136 pixels: the cover |
//! | `assets.txt` | every other section of a text project: map, sounds, music, flags, palettes, other banks |
//! | others | files of the cart's own, such as songs |
//!
//! A folder without `PALETTE` and `WAVES` sections has the default palette
//! and waveforms; a text cart without them has the default palette and silent
//! waveforms, as it always had.

mod bank;
mod cart;
mod cover;
mod error;
mod folder;
mod form;
mod header;
mod info;
mod label;
mod language;
mod loss;
mod palette;
mod picture;
mod project;
mod section;
mod sheet;
mod tic;
mod warning;

pub use bank::Bank;
pub use cart::{Cart, Files, Written};
pub use error::CartError;
pub use form::Form;
pub use header::{Dialect, Header, Jam, ScreenSize};
pub use info::{BankInfo, CodeInfo, FileInfo, Info, SectionInfo};
pub use language::Language;
pub use loss::{Loss, Lost};
pub use palette::{DB16, DEFAULT_WAVES, SWEETIE16};
pub use section::{BANK_SIZE, BANKS, Section};
pub use tic::{CODE_LIMIT, Chunk};
pub use warning::Warning;
