//! What this machine has: for `downbeat doctor`.

use std::path::PathBuf;

/// What was found, in words.
#[derive(Debug)]
pub struct Findings {
    /// Why no window can be opened, if so.
    pub display: Result<(), String>,
    /// GPUs, with the way they are driven and their kind.
    pub gpus: Vec<String>,
    /// Gamepads, or why there can be none.
    pub gamepads: Result<Vec<String>, String>,
    /// The default sound device, or why there is none.
    pub sound: Result<String, String>,
    /// Where settings are kept; none without a home directory.
    pub settings: Option<PathBuf>,
}

/// Looks for display, GPUs, gamepads and sound. Only on the main thread, and not in
/// a process that opens a window as well.
pub fn doctor() -> Findings {
    Findings {
        display: crate::window::event_loop()
            .map(|_| ())
            .map_err(|error| error.to_string()),
        gpus: crate::present::adapters(),
        gamepads: crate::gamepads::connected(),
        sound: crate::sound::found(),
        settings: crate::settings::standard_file(),
    }
}
