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
    /// A beat hits: the world moves; the argument is the beat.
    Beat,
    /// An input in its window; false if it is illegal.
    Move,
    /// A beat is over for a player.
    Close,
    /// A bar begins.
    Bar,
    /// Half of a beat has passed.
    Half,
    /// An input, or a beat without one, was judged.
    Verdict,
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
            Callback::Beat => "BEAT",
            Callback::Move => "MOVE",
            Callback::Close => "CLOSE",
            Callback::Bar => "BAR",
            Callback::Half => "HALF",
            Callback::Verdict => "VERDICT",
        }
    }
}
