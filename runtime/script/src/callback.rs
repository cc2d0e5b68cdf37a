//! The functions that a cart may define for the console to call.

/// A callback, looked up as a global each time it is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callback {
    /// Once, after the main chunk.
    Boot,
    /// Sixty times a second.
    Tic,
    /// After `TIC`, on the second video bank.
    Overlay,
    /// Before each row of the screen is composed; the argument is the row.
    Scan,
    /// The older name of [`Callback::Scan`], called right after it.
    Scanline,
    /// Before each row of the picture, border included.
    Border,
    /// When an entry of the cart's menu is chosen; the argument counts from 0.
    Menu,
}

impl Callback {
    /// The global name.
    pub const fn name(self) -> &'static str {
        match self {
            Callback::Boot => "BOOT",
            Callback::Tic => "TIC",
            Callback::Overlay => "OVR",
            Callback::Scan => "SCN",
            Callback::Scanline => "scanline",
            Callback::Border => "BDR",
            Callback::Menu => "MENU",
        }
    }
}
