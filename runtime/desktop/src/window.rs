//! The main thread: opens the window, stamps what happens to it and passes it
//! on to the stage. It never draws or computes, except that some platforms
//! insist on making, and macOS on using, the presenter here.

use std::panic;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::{
    ElementState, KeyEvent, MouseButton, MouseScrollDelta, StartCause, WindowEvent,
};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::keyboard::{Key, PhysicalKey};
use winit::window::{Fullscreen, Window, WindowId};

use crate::events::{Event, Outbox, Output, Request, Stamped};
use crate::frame::{Frame, size};
use crate::gamepads::Gamepads;
use crate::layout::{Layout, first_scale};
use crate::options::{DesktopError, Log, Outside, Presenter, RunOptions};
use crate::present::{Painter, is_x11};
use crate::settings::{Store, standard_file};
use crate::sound::{RATE, Sound};
use crate::stage::{Stage, StageOptions, watching};

/// How often an unfocused window is asked whether it is minimized; not every
/// window system tells.
const MINIMIZED_CHECK: Duration = Duration::from_millis(250);
/// Size of the standard picture; the scale that is kept is meant for it.
const STANDARD: (u32, u32) = (256, 144);
/// Pixels of a smooth wheel that make one line.
const PIXELS_PER_LINE: f64 = 40.0;

/// Opens a window and plays until it is closed or the cart exits.
///
/// Only on the main thread, and once in a process.
pub fn run(options: RunOptions) -> Result<(), DesktopError> {
    let event_loop = event_loop()?;
    let mut app = App::new(options, event_loop.create_proxy());
    event_loop
        .run_app(&mut app)
        .map_err(|error| DesktopError::Window(error.to_string()))?;
    app.outcome
}

/// Connects to the display. Missing system libraries are a panic inside the
/// window library; here they are an answer like any other.
pub(crate) fn event_loop() -> Result<EventLoop<Request>, DesktopError> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let made = panic::catch_unwind(|| EventLoop::<Request>::with_user_event().build());
    panic::set_hook(hook);
    match made {
        Ok(Ok(event_loop)) => Ok(event_loop),
        Ok(Err(error)) => Err(DesktopError::NoDisplay(reason(&error.to_string()))),
        Err(payload) => Err(DesktopError::NoDisplay(words(payload.as_ref()))),
    }
}

/// The reason alone; the window library puts a place in its source before it.
fn reason(error: &str) -> String {
    let place = error.rfind(".rs:").map_or(0, |at| at + 4);
    error[place..]
        .trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ':')
        .trim()
        .trim_end_matches('.')
        .to_owned()
}

fn words(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string))
        .unwrap_or_else(|| "unknown reason".into())
}

struct App {
    /// Taken by the stage when the window opens.
    options: Option<RunOptions>,
    log: Log,
    notes: Log,
    presenter: Presenter,
    store: Arc<Store>,
    proxy: EventLoopProxy<Request>,
    sender: Sender<Stamped>,
    inbox: Option<Receiver<Stamped>>,
    window: Option<Arc<Window>>,
    stage: Option<JoinHandle<Result<(), DesktopError>>>,
    gamepads: Option<Gamepads>,
    /// A presenter that may only be used here, and the pictures for it.
    own: Option<(Painter, Arc<Mutex<Option<Frame>>>)>,
    picture: (u32, u32),
    /// Scale that the window was opened with.
    first_scale: u32,
    occluded: bool,
    minimized: bool,
    outcome: Result<(), DesktopError>,
}

impl App {
    fn new(options: RunOptions, proxy: EventLoopProxy<Request>) -> Self {
        let (sender, inbox) = mpsc::channel();
        let store = Store::open(options.settings.clone().or_else(standard_file));
        Self {
            log: Arc::clone(&options.log),
            notes: Arc::clone(&options.notes),
            presenter: options.presenter,
            options: Some(options),
            store: Arc::new(store),
            proxy,
            sender,
            inbox: Some(inbox),
            window: None,
            stage: None,
            gamepads: None,
            own: None,
            picture: STANDARD,
            first_scale: 0,
            occluded: false,
            minimized: false,
            outcome: Ok(()),
        }
    }

    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), DesktopError> {
        let (Some(options), Some(inbox)) = (self.options.take(), self.inbox.take()) else {
            return Ok(());
        };
        let outside = Outside {
            options: console::Options {
                sound_rate: RATE,
                ..options.console
            },
            saves: options.saves,
            record_to: options.record_to,
            rewind_memory: options.rewind_memory,
            trace: options.trace,
            log: options.log,
        };
        let console = match &options.watched {
            Some(replay) => watching::begin(replay, &options.cart, &outside)
                .map_err(|error| DesktopError::Replay(error.to_string()))?,
            None => outside.console(options.cart),
        };
        self.picture = size(console.picture());
        let settings = self.store.settings().clone();
        let fullscreen = options.fullscreen || settings.fullscreen;
        let monitor = event_loop
            .primary_monitor()
            .or_else(|| event_loop.available_monitors().next());
        let scale = first_scale(
            self.picture,
            options
                .scale
                .or(settings.scale.filter(|_| self.picture == STANDARD)),
            monitor
                .as_ref()
                .map_or(1.0, winit::monitor::MonitorHandle::scale_factor),
            monitor
                .map(|monitor| monitor.size().into())
                .filter(|&size| size != (0, 0)),
        );
        self.first_scale = scale;
        let attributes = Window::default_attributes()
            .with_title("Downbeat")
            .with_inner_size(PhysicalSize::new(
                self.picture.0 * scale,
                self.picture.1 * scale,
            ))
            .with_fullscreen(fullscreen.then_some(Fullscreen::Borderless(None)));
        let window = event_loop
            .create_window(attributes)
            .map_err(|error| DesktopError::Window(error.to_string()))?;
        let window = Arc::new(window);
        let notes = Arc::clone(&self.notes);
        let presenter = Painter::new(&window, self.presenter, &*notes)
            .map_err(|error| DesktopError::Presenter(error.0))?;
        let output = self.place(presenter);
        let shares_connection = is_x11(&window);
        let window_size = window.inner_size().into();
        self.window = Some(window);
        let own = self.sender.clone();
        let options = StageOptions {
            file: options.file,
            outside,
            paused: options.paused,
            muted: options.muted,
            sound: Sound::open(Arc::clone(&self.log), Arc::clone(&self.notes)),
            pictures: options.pictures,
            handed: options.handed,
            quit_after: options.quit_after,
            shares_connection,
            developer: options.developer,
            calibrated: options.calibrated,
            clock_log: options.clock_log,
            watched: options.watched,
            no_rewind: options.no_rewind,
        };
        let (store, outbox) = (Arc::clone(&self.store), Outbox(self.proxy.clone()));
        let bell = Bell(self.proxy.clone());
        let stage = thread::Builder::new()
            .name("stage".into())
            .spawn(move || {
                // Rings when the thread ends, be it by a panic.
                let _bell = bell;
                Stage::new(
                    options,
                    console,
                    (inbox, own),
                    outbox,
                    output,
                    store,
                    window_size,
                )
                .run()
            })
            .map_err(|error| DesktopError::Crashed(error.to_string()))?;
        self.stage = Some(stage);
        self.gamepads = Some(Gamepads::start(self.sender.clone(), notes));
        self.send(Instant::now(), Event::Fullscreen(fullscreen));
        Ok(())
    }

    /// Keeps a presenter that is bound to this thread, gives away another.
    fn place(&mut self, presenter: Painter) -> Output {
        if !presenter.stays_on_main() {
            return Output::Own(presenter);
        }
        let slot = Arc::default();
        self.own = Some((presenter, Arc::clone(&slot)));
        Output::Main(slot)
    }

    fn send(&self, at: Instant, event: Event) {
        // A stage that has ended needs no more events.
        let _ = self.sender.send(Stamped { at, event });
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, error: DesktopError) {
        if self.outcome.is_ok() {
            self.outcome = Err(error);
        }
        event_loop.exit();
    }

    fn use_cpu(&mut self, event_loop: &ActiveEventLoop, reason: &str) {
        let Some(window) = &self.window else { return };
        (self.log)(&format!("the GPU is given up: {reason}"));
        match Painter::cpu(window, &*self.notes) {
            Ok(presenter) => {
                let output = self.place(presenter);
                self.send(Instant::now(), Event::Output(output));
            }
            Err(error) => self.fail(event_loop, DesktopError::Presenter(error.0)),
        }
    }

    fn present_here(&mut self, event_loop: &ActiveEventLoop) {
        let (Some(window), Some((presenter, slot))) = (&self.window, &mut self.own) else {
            return;
        };
        let frame = slot.lock().ok().and_then(|mut slot| slot.take());
        let size = window.inner_size().into();
        if let Some(Err(error)) = frame.map(|frame| presenter.present(&frame, size)) {
            self.fail(event_loop, DesktopError::Presenter(error.0));
        }
    }

    fn toggle_fullscreen(&self, at: Instant) {
        let Some(window) = &self.window else { return };
        let fullscreen = window.fullscreen().is_none();
        window.set_fullscreen(fullscreen.then_some(Fullscreen::Borderless(None)));
        self.store.settings().fullscreen = fullscreen;
        self.send(at, Event::Fullscreen(fullscreen));
    }

    fn set_hidden(&mut self, at: Instant, occluded: bool, minimized: bool) {
        let before = self.occluded || self.minimized;
        (self.occluded, self.minimized) = (occluded, minimized);
        if before != (occluded || minimized) {
            self.send(at, Event::Hidden(!before));
        }
    }

    fn key(&self, at: Instant, key: &KeyEvent) {
        let PhysicalKey::Code(place) = key.physical_key else {
            return;
        };
        let letter = match &key.logical_key {
            Key::Character(text) => text
                .chars()
                .next()
                .map(|letter| letter.to_ascii_lowercase()),
            _ => None,
        };
        let down = key.state == ElementState::Pressed;
        let typed = key.text.as_deref().filter(|_| down);
        if let Some(text) = typed.filter(|text| !text.chars().any(char::is_control)) {
            self.send(at, Event::Text(text.to_owned()));
        }
        if key.repeat {
            return;
        }
        self.send(
            at,
            Event::Key {
                place,
                letter,
                down,
            },
        );
    }

    /// Remembers the scale the player has given the window for the next time.
    fn keep_scale(&self) {
        let Some(window) = &self.window else { return };
        if window.fullscreen().is_some() || window.is_maximized() || self.picture != STANDARD {
            return;
        }
        let scale = Layout::fit(self.picture, window.inner_size().into()).scale();
        if scale != self.first_scale {
            let scale = f64::from(scale) / window.scale_factor();
            self.store.settings().scale = Some((scale.round() as u32).max(1));
        }
    }
}

impl ApplicationHandler<Request> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if let Err(error) = self.open(event_loop) {
            self.fail(event_loop, error);
        }
    }

    fn new_events(&mut self, event_loop: &ActiveEventLoop, cause: StartCause) {
        let at = Instant::now();
        if let StartCause::ResumeTimeReached { .. } = cause {
            let minimized = self
                .window
                .as_ref()
                .and_then(|window| window.is_minimized());
            self.set_hidden(at, self.occluded, minimized.unwrap_or(false));
            event_loop.set_control_flow(ControlFlow::WaitUntil(at + MINIMIZED_CHECK));
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, request: Request) {
        let at = Instant::now();
        let Some(window) = &self.window else { return };
        match request {
            Request::Title(title) => window.set_title(&title),
            Request::ToggleFullscreen => self.toggle_fullscreen(at),
            Request::Pointer(Some(shape)) => {
                window.set_cursor(shape);
                window.set_cursor_visible(true);
            }
            Request::Pointer(None) => window.set_cursor_visible(false),
            Request::CpuPresenter(reason) => self.use_cpu(event_loop, &reason),
            Request::Present => self.present_here(event_loop),
            // Being woken was all it took.
            Request::LookForEvents => {}
            Request::Exit => event_loop.exit(),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let at = Instant::now();
        match event {
            WindowEvent::KeyboardInput {
                event,
                is_synthetic,
                ..
            } => {
                // Keys held while the window gains the focus were meant for
                // another window.
                let foreign = is_synthetic && event.state == ElementState::Pressed;
                if !foreign {
                    self.key(at, &event);
                }
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.send(at, Event::Pointer(Some((position.x, position.y))));
            }
            WindowEvent::CursorLeft { .. } => self.send(at, Event::Pointer(None)),
            WindowEvent::MouseInput { state, button, .. } => {
                let button = match button {
                    MouseButton::Left => 0,
                    MouseButton::Middle => 1,
                    MouseButton::Right => 2,
                    _ => return,
                };
                self.send(at, Event::Button(button, state == ElementState::Pressed));
            }
            WindowEvent::MouseWheel { delta, .. } => {
                let (x, y) = match delta {
                    MouseScrollDelta::LineDelta(x, y) => (f64::from(x), f64::from(y)),
                    MouseScrollDelta::PixelDelta(by) => {
                        (by.x / PIXELS_PER_LINE, by.y / PIXELS_PER_LINE)
                    }
                };
                // winit counts content moving right, the console the wheel.
                self.send(at, Event::Wheel(-x, y));
            }
            WindowEvent::Focused(focused) => {
                if focused {
                    self.send(at, Event::FocusGained);
                    event_loop.set_control_flow(ControlFlow::Wait);
                    self.set_hidden(at, self.occluded, false);
                } else {
                    self.send(at, Event::FocusLost);
                    event_loop.set_control_flow(ControlFlow::WaitUntil(at + MINIMIZED_CHECK));
                }
            }
            WindowEvent::Resized(size) => {
                self.send(at, Event::Resized(size.width, size.height));
                let gone = size.width == 0 || size.height == 0;
                self.set_hidden(at, self.occluded, gone);
            }
            WindowEvent::RedrawRequested => {
                if let Some(window) = &self.window {
                    let size = window.inner_size();
                    self.send(at, Event::Resized(size.width, size.height));
                }
            }
            WindowEvent::Occluded(occluded) => self.set_hidden(at, occluded, self.minimized),
            WindowEvent::DroppedFile(path) => self.send(at, Event::Dropped(path)),
            WindowEvent::CloseRequested => self.send(at, Event::Quit),
            WindowEvent::Destroyed => event_loop.exit(),
            _ => {}
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // The presenter must be gone before the display connection is.
        self.keep_scale();
        self.send(Instant::now(), Event::Quit);
        self.gamepads = None;
        match self.stage.take().map(JoinHandle::join) {
            Some(Ok(Err(error))) if self.outcome.is_ok() => self.outcome = Err(error),
            None | Some(Ok(_)) => {}
            Some(Err(payload)) => {
                self.outcome = Err(DesktopError::Crashed(words(payload.as_ref())));
            }
        }
        if let Err(error) = self.store.save() {
            (self.log)(&format!("the settings are not saved: {error}"));
        }
        self.own = None;
        self.window = None;
    }
}

/// Tells the window that the stage's thread has ended, however it did.
struct Bell(EventLoopProxy<Request>);

impl Drop for Bell {
    fn drop(&mut self) {
        let _ = self.0.send_event(Request::Exit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_for_no_display_is_plain() {
        let error = "os error at src/linux/mod.rs:765: DISPLAY is not set.";
        assert_eq!(reason(error), "DISPLAY is not set");
        assert_eq!(reason("not supported"), "not supported");
    }
}
