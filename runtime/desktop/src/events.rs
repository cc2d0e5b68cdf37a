//! What the two threads say to each other. The window's thread only stamps
//! and forwards; the stage's thread plays, draws and decides. Neither waits
//! for the other.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use winit::event_loop::EventLoopProxy;
use winit::keyboard::KeyCode;
use winit::window::CursorIcon;

use crate::bindings::Control;
use crate::frame::Frame;
use crate::present::Painter;

/// Something that happened, and when.
pub(crate) struct Stamped {
    /// Taken first thing in the handler, or from the device's own time.
    pub(crate) at: Instant,
    /// What happened.
    pub(crate) event: Event,
}

/// From the window and the gamepads to the stage.
pub(crate) enum Event {
    /// A key went down or up; repeats never get here.
    Key {
        /// The physical key.
        place: KeyCode,
        /// What it types on this layout, in lower case.
        letter: Option<char>,
        /// Down or up.
        down: bool,
    },
    /// Text was typed, as the layout and the modifiers make it; held keys
    /// repeat it.
    Text(String),
    /// A gamepad's control went down or up.
    Pad {
        /// Which pad, 0 to 3.
        pad: usize,
        /// Which control.
        control: Control,
        /// Down or up.
        down: bool,
    },
    /// A gamepad was plugged in.
    PadArrived(usize, String),
    /// A gamepad was unplugged.
    PadGone(usize),
    /// The mouse is at this point of the window, or outside.
    Pointer(Option<(f64, f64)>),
    /// A mouse button, 0 left, 1 middle, 2 right, went down or up.
    Button(u8, bool),
    /// The wheel turned by lines to the right and up.
    Wheel(f64, f64),
    /// The window lost the keyboard.
    FocusLost,
    /// The window has the keyboard again.
    FocusGained,
    /// The window's size in physical pixels.
    Resized(u32, u32),
    /// The window cannot be seen, or can be again.
    Hidden(bool),
    /// The window fills the screen, or no longer.
    Fullscreen(bool),
    /// A file or folder was dropped on the window.
    Dropped(PathBuf),
    /// Where pictures go from now on.
    Output(Output),
    /// To be shown to the player for a while.
    Message(String),
    /// The window was asked to close.
    Quit,
}

/// From the stage to the window.
#[derive(Debug)]
pub(crate) enum Request {
    /// Title of the window.
    Title(String),
    /// Fill the screen, or no longer.
    ToggleFullscreen,
    /// Shape of the mouse pointer, or none.
    Pointer(Option<CursorIcon>),
    /// The GPU gave up, for this reason; the CPU is to present.
    CpuPresenter(String),
    /// A picture lies ready for a presenter that works on the main thread.
    Present,
    /// Events may have come in unnoticed while a picture was presented: on
    /// X11 whoever waits for an answer takes what else arrives off the wire.
    LookForEvents,
    /// The game is over.
    Exit,
}

/// Where the stage's pictures go.
pub(crate) enum Output {
    /// To a presenter the stage owns.
    Own(Painter),
    /// To the main thread, which presents them.
    Main(Arc<Mutex<Option<Frame>>>),
}

/// The stage's way to the window.
pub(crate) struct Outbox(pub(crate) EventLoopProxy<Request>);

impl Outbox {
    /// Sends a request; a window that is gone needs none.
    pub(crate) fn send(&self, request: Request) {
        let _ = self.0.send_event(request);
    }
}
