//! How pictures get onto the window: through the GPU when there is a real
//! one, else through plain memory. A software GPU is refused on its own
//! initiative: it takes far more memory and time than copying does. Windows
//! are built on the main thread, as some platforms insist; presenting happens
//! on the stage's thread, where waiting for the display harms nobody.

use std::path::Path;
use std::sync::Arc;
use std::{fmt, fs};

use winit::raw_window_handle::{HasDisplayHandle as _, RawDisplayHandle};
use winit::window::Window;

use crate::frame::Frame;
use crate::options::Presenter;

mod cpu;
mod gpu;

pub(crate) use gpu::adapters;

/// Why a picture cannot be presented, in words.
pub(crate) struct PresentError(pub(crate) String);

impl PresentError {
    fn new(what: &str, why: impl fmt::Display) -> Self {
        Self(format!("{what}: {why}"))
    }
}

/// One of the two ways onto the window.
pub(crate) enum Painter {
    /// Textures and shaders.
    Gpu(Box<gpu::Gpu>),
    /// Shared memory.
    Cpu(Box<cpu::Cpu>),
}

impl Painter {
    /// Makes the presenter that was asked for; says which through `log`.
    pub(crate) fn new(
        window: &Arc<Window>,
        choice: Presenter,
        log: &dyn Fn(&str),
    ) -> Result<Self, PresentError> {
        if choice == Presenter::Cpu {
            return Self::cpu(window, log);
        }
        let hardware_only = choice == Presenter::Auto;
        if hardware_only && !may_have_gpu() {
            return Self::cpu(window, log);
        }
        match gpu::Gpu::new(window, hardware_only) {
            Ok(gpu) => {
                log(&format!("presenting with {}", gpu.name()));
                Ok(Self::Gpu(Box::new(gpu)))
            }
            Err(error) if choice == Presenter::Gpu => Err(error),
            Err(error) => {
                log(&format!("not presenting with a GPU: {}", error.0));
                Self::cpu(window, log)
            }
        }
    }

    /// Makes the presenter that needs no GPU.
    pub(crate) fn cpu(window: &Arc<Window>, log: &dyn Fn(&str)) -> Result<Self, PresentError> {
        let cpu = cpu::Cpu::new(window)?;
        log("presenting with the CPU");
        Ok(Self::Cpu(Box::new(cpu)))
    }

    /// Whether it may only be used on the main thread.
    pub(crate) fn stays_on_main(&self) -> bool {
        cfg!(target_os = "macos") && matches!(self, Self::Cpu(_))
    }

    /// Whether it is the GPU's.
    pub(crate) fn is_gpu(&self) -> bool {
        matches!(self, Self::Gpu(_))
    }

    /// Shows a frame in a window of this size; may wait for the display.
    /// False if it could not be shown now.
    pub(crate) fn present(
        &mut self,
        frame: &Frame,
        window: (u32, u32),
    ) -> Result<bool, PresentError> {
        if window.0 == 0 || window.1 == 0 || frame.rgba.is_empty() {
            return Ok(true);
        }
        match self {
            Self::Gpu(gpu) => gpu.present(frame, window),
            Self::Cpu(cpu) => cpu.present(frame, window).map(|()| true),
        }
    }
}

/// Whether the window is one of X11. There, presenting reads from the same
/// connection as the window's thread and may take its events off the wire.
pub(crate) fn is_x11(window: &Window) -> bool {
    let display = window.display_handle().map(|display| display.as_raw());
    matches!(
        display,
        Ok(RawDisplayHandle::Xlib(_) | RawDisplayHandle::Xcb(_))
    )
}

/// Whether a GPU is worth looking for. Looking loads every driver there is,
/// and a software one alone takes 50 MB that are never given back; on Linux
/// the devices of the kernel tell beforehand.
fn may_have_gpu() -> bool {
    const DEVICES: [&str; 4] = ["/dev/nvidiactl", "/dev/dxg", "/dev/kgsl-3d0", "/dev/mali0"];
    let render_nodes = || {
        let nodes = fs::read_dir("/dev/dri").ok()?;
        let names = nodes.filter_map(|node| node.ok()?.file_name().into_string().ok());
        Some(names.filter(|name| name.starts_with("render")).count())
    };
    !cfg!(target_os = "linux")
        || render_nodes().is_some_and(|count| count > 0)
        || DEVICES.iter().any(|device| Path::new(device).exists())
}
