//! The thread that plays: it runs ticks when they are due, hands each the
//! input stamped before it, draws, and presents. It alone decides what the
//! player sees; what the player presses is in `stage/player.rs`.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use console::capture::PictureRing;
use console::conductor::SongTime;
use console::{Cart, Console, Cursor, Handed, Journal, Replay, Status, Timing};
use winit::window::CursorIcon;

use crate::bindings::Bindings;
use crate::error_screen::ErrorScreen;
use crate::events::{Outbox, Output, Request, Stamped};
use crate::frame::{DARK, Frame, LINE, WHITE, text_width, wrap};
use crate::input::Controls;
use crate::keepsakes::Keepsakes;
use crate::layout::Layout;
use crate::loudness::Loudness;
use crate::menu::{Menu, Offers};
use crate::options::{DesktopError, Log, Outside};
use crate::pacing::Pacer;
use crate::settings::Store;
use crate::sound::Sound;
use calibrating::Session;
use dropped::PictureReader;
use inspector::Inspector;
use overlay::Overlay;
use retrieving::Retrieving;
use rewinding::Rewinding;
use scrubber::Scrubber;
use slots::Slots;
use timing::{Clock, Heard};
use watching::Watching;

mod calibrating;
mod dropped;
mod inspector;
mod overlay;
mod player;
mod recording;
mod retrieving;
mod rewinding;
mod scrubber;
mod slots;
mod timing;
mod travel;
pub(crate) mod watching;

pub(crate) use slots::digit;

/// How far back an animation reaches.
const SECONDS_KEPT: u32 = 8;
/// How long a message stays.
const MESSAGE_TICKS: u64 = 3 * 60;
/// Nanoseconds by which the clock's zero moves before that is told anew.
const CLOCK_STEP: i128 = 200_000;

/// What is left of the options once a window is open.
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct StageOptions {
    /// Where the cart came from.
    pub(crate) file: Option<PathBuf>,
    /// For every cart that is loaded.
    pub(crate) outside: Outside,
    /// Open with the pause menu.
    pub(crate) paused: bool,
    /// Without sound until the player turns it on.
    pub(crate) muted: bool,
    /// Where the cart is heard.
    pub(crate) sound: Sound,
    /// Folder for saved pictures.
    pub(crate) pictures: Option<PathBuf>,
    /// Close after this many ticks.
    pub(crate) quit_after: Option<u64>,
    /// Handed to the cart in its first tick.
    pub(crate) handed: Vec<Handed>,
    /// Presenting may take the window's events off the wire.
    pub(crate) shares_connection: bool,
    /// There is an overlay for developers.
    pub(crate) developer: bool,
    /// Only calibrate, and tell what was found.
    pub(crate) calibrated: Option<crate::OnCalibrated>,
    /// Hears when the console's clock was 0.
    pub(crate) clock_log: Option<Log>,
    /// What is watched, in a console made for it.
    pub(crate) watched: Option<Replay>,
    /// The player may not go back in time.
    pub(crate) no_rewind: bool,
}

/// A console being played.
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Stage {
    inbox: Receiver<Stamped>,
    /// The other end of it, for threads that tell how they ended.
    own: Sender<Stamped>,
    outbox: Outbox,
    output: Output,
    store: Arc<Store>,
    outside: Outside,
    quit_after: Option<u64>,
    shares_connection: bool,
    developer: bool,
    calibrated: Option<crate::OnCalibrated>,
    clock_log: Option<Log>,
    clock_logged: Option<i128>,

    console: Console,
    clock: Clock,
    /// The conductor's epoch at the last tick.
    music_epoch: u64,
    file: Option<PathBuf>,
    controls: Controls,
    bindings: Bindings,
    modifiers: player::Modifiers,
    menu: Option<Menu>,
    error: Option<ErrorScreen>,
    calibrating: Option<Session>,
    watching: Option<Watching>,
    journal: Option<Journal>,
    overlay: Overlay,
    message: Option<(String, u64)>,
    no_rewind: bool,
    /// The player was told that time does not go back.
    refused: bool,
    rewinding: Rewinding,
    slots: Slots,
    retrieving: Option<Retrieving>,
    scrubber: Scrubber,
    picture_reader: PictureReader,
    inspector: Inspector,
    inspecting: bool,
    /// How far the clock was ahead of the ticks at the last one.
    lead: SongTime,
    ring: PictureRing,
    keepsakes: Keepsakes,
    sound: Sound,
    loudness: Loudness,

    waiting: VecDeque<Stamped>,
    pacer: Pacer,
    ticks: u64,
    view: View,
    dirty: bool,
    over: bool,
    frame: Frame,
}

/// The window as the stage knows it.
struct View {
    /// In physical pixels.
    size: (u32, u32),
    fullscreen: bool,
    /// It has the keyboard.
    focused: bool,
    /// Nobody can see it: nothing is played.
    hidden: bool,
    /// Where the mouse is, if it is inside.
    pointer: Option<(f64, f64)>,
    /// What the mouse looks like; hidden if none.
    shape: Option<CursorIcon>,
}

impl Stage {
    /// Plays a console made with these options. `size` is the window's in
    /// physical pixels, `own` the other end of `inbox`.
    pub(crate) fn new(
        options: StageOptions,
        console: Console,
        (inbox, own): (Receiver<Stamped>, Sender<Stamped>),
        outbox: Outbox,
        output: Output,
        store: Arc<Store>,
        size: (u32, u32),
    ) -> Self {
        let bindings = store.settings().bindings.clone();
        let mut loudness = store.settings().loudness;
        loudness.muted |= options.muted;
        let latencies = store.settings().latencies_of(None);
        let now = Instant::now();
        let mut stage = Self {
            inbox,
            own: own.clone(),
            outbox,
            output,
            store,
            outside: options.outside,
            quit_after: options.quit_after,
            shares_connection: options.shares_connection,
            developer: options.developer,
            calibrated: options.calibrated,
            clock_log: options.clock_log,
            clock_logged: None,
            console,
            clock: Clock::new(now, SongTime::ZERO, SongTime::ZERO, latencies),
            music_epoch: 0,
            file: options.file,
            controls: Controls::default(),
            bindings,
            modifiers: player::Modifiers::default(),
            menu: None,
            error: None,
            calibrating: None,
            watching: None,
            journal: None,
            overlay: Overlay::default(),
            message: None,
            no_rewind: options.no_rewind,
            refused: false,
            rewinding: Rewinding::default(),
            slots: Slots::default(),
            retrieving: None,
            scrubber: Scrubber::default(),
            picture_reader: PictureReader::default(),
            inspector: Inspector::default(),
            inspecting: false,
            lead: SongTime::ZERO,
            ring: PictureRing::new(SECONDS_KEPT),
            keepsakes: Keepsakes::new(options.pictures, own),
            sound: options.sound,
            loudness,
            waiting: VecDeque::new(),
            pacer: Pacer::new(now),
            ticks: 0,
            view: View {
                size,
                fullscreen: false,
                focused: true,
                hidden: false,
                pointer: None,
                shape: Some(CursorIcon::Default),
            },
            dirty: true,
            over: false,
            frame: Frame::default(),
        };
        for handed in options.handed {
            stage.console.hand(handed);
        }
        stage.set_gain();
        stage.slots = stage.open_slots();
        match options.watched {
            Some(replay) => stage.watch(replay),
            None if stage.calibrated.is_none() => stage.begin_journal(),
            None => {}
        }
        if stage.calibrated.is_some() {
            stage.calibrate();
        } else if options.paused {
            stage.open_menu();
        }
        stage
    }

    /// Plays until the window closes or the cart exits.
    pub(crate) fn run(mut self) -> Result<(), DesktopError> {
        self.send_title();
        let start = Instant::now();
        self.pacer.restart(start);
        let zero = SongTime::ZERO;
        self.clock = Clock::new(start, zero, zero, self.clock.latencies());
        let mut outcome = Ok(());
        while !self.over && outcome.is_ok() {
            if self.view.hidden {
                self.wait_until_seen();
                continue;
            }
            let due = self.pacer.take(Instant::now());
            self.waiting.extend(self.inbox.try_iter());
            for (index, &until) in due.iter().enumerate() {
                // Only a tick that is made up for has a later one to leave
                // input to; the newest takes all there is.
                let made_up = index + 1 < due.len();
                self.handle_waiting(made_up.then_some(until));
                self.tick(until, if made_up { until } else { Instant::now() });
            }
            outcome = self.show();
            thread::sleep(self.pacer.next().saturating_duration_since(Instant::now()));
        }
        self.end_journal();
        self.slots.finish();
        self.keepsakes.finish();
        outcome
    }

    fn wait_until_seen(&mut self) {
        self.sound.rest();
        self.clock.rest(Instant::now());
        match self.inbox.recv() {
            Ok(stamped) => self.handle(stamped),
            Err(_) => self.over = true,
        }
        self.pacer.restart(Instant::now());
    }

    fn handle_waiting(&mut self, until: Option<Instant>) {
        while let Some(stamped) = self.waiting.pop_front() {
            if until.is_some_and(|until| stamped.at > until) {
                self.waiting.push_front(stamped);
                return;
            }
            self.handle(stamped);
        }
    }

    /// Runs a tick that was due at one moment and runs at another.
    fn tick(&mut self, due: Instant, now: Instant) {
        self.ticks += 1;
        if self.quit_after.is_some_and(|last| self.ticks > last) {
            self.over = true;
        }
        if self
            .message
            .as_ref()
            .is_some_and(|&(_, end)| self.ticks >= end)
        {
            self.message = None;
            self.dirty = true;
        }
        let pixel = self.view.pointer.and_then(|point| self.picture_at(point));
        self.controls.point_at(pixel);
        let input = self.controls.tick(&self.bindings);
        if self.calibrating.is_some() {
            self.clock.rest(due);
            self.tick_calibration(now);
            return;
        }
        if self.tick_retrieving(due) {
            return;
        }
        let stopped = self.over || self.menu.is_some() || self.scrubber.is_paused();
        if !stopped && self.goes_back(due, now) {
            return;
        }
        if stopped || self.error.is_some() {
            self.sound.rest();
            self.clock.rest(due);
            return;
        }
        if self.watching.is_some() {
            self.tick_watching(due);
            return;
        }
        self.hand_over();
        let timing = self.time(now);
        let begun = Instant::now();
        let frame = self.console.frame();
        self.lead = timing.clock - SongTime::of_tick(frame as i64);
        match self.console.tick_timed(&input, &timing) {
            Status::Running => {}
            Status::Exited => self.over = true,
            Status::Failed => self.show_failure(),
        }
        if self.console.take_calibration_asked() {
            self.calibrate();
        }
        self.follow_journal();
        if self.developer {
            let health = self.sound.health(now);
            let lag = SongTime::of_tick(self.console.frame() as i64 - 1) - timing.clock;
            let (source, lag) = (self.clock.source(), lag.milliseconds());
            self.overlay
                .take_clock(source, health, lag, begun.elapsed());
            self.overlay.take_music(self.console.music(), &timing);
        }
        self.sound.push(self.console.sound());
        self.ring.push(self.console.picture());
        if self.developer {
            self.scrubber
                .note(self.console.frame(), self.console.picture());
        }
        if self.console.frame() <= frame {
            // The cart has gone back by itself.
            self.land(now);
        }
        self.dirty = true;
        self.send_pointer();
    }

    /// What the console is told about the time of a tick.
    fn time(&mut self, now: Instant) -> Timing {
        self.choose_latencies();
        let edges = self.controls.take_edges();
        let sound = &mut self.sound;
        let mut heard = |at| {
            let position = sound.heard(at)?;
            Some(Heard {
                position,
                epoch: sound.epoch(),
            })
        };
        let timing = self.clock.tick(now, &mut heard, &edges);
        self.log_clock(now, timing.clock);
        timing
    }

    /// Latencies that were found while a song plays wait for the next one:
    /// moving the beat under a player's hands is worse than a wrong beat.
    fn choose_latencies(&mut self) {
        let music = self.console.music().conductor();
        let epoch = music.epoch();
        if std::mem::replace(&mut self.music_epoch, epoch) != epoch || !music.is_running() {
            let device = self.sound.device();
            let latencies = self.store.settings().latencies_of(device.as_ref());
            self.clock.set_latencies(latencies);
        }
    }

    /// Tells when the clock was 0, in nanoseconds of the system's time, so
    /// that a test can compare it with times of its own.
    fn log_clock(&mut self, now: Instant, clock: SongTime) {
        let Some(log) = &self.clock_log else { return };
        let passed = now.elapsed().as_nanos() as i128;
        let wall = SystemTime::now().duration_since(UNIX_EPOCH);
        let wall = wall.map_or(0, |wall| wall.as_nanos() as i128);
        let zero = wall - passed - (clock.seconds() * 1e9) as i128;
        if self
            .clock_logged
            .is_none_or(|logged| (logged - zero).abs() > CLOCK_STEP)
        {
            self.clock_logged = Some(zero);
            log(&format!("clock 0 was at {zero}"));
        }
    }

    fn show_failure(&mut self) {
        let Some(failure) = self.console.failure() else {
            return;
        };
        let (message, mut traceback) = (failure.message.clone(), failure.traceback.clone());
        (self.outside.log)(&failure.to_string());
        if let Some(note) = self.flush_journal() {
            (self.outside.log)(&note);
            traceback = format!("{traceback}\n{note}");
        }
        let back = if self.developer {
            "F5: start again  F4: step back  Esc: quit"
        } else if self.no_rewind || !self.console.may_rewind() {
            "F5: start again   Esc: quit"
        } else {
            "F5: start again  Backspace: back in time  Esc: quit"
        };
        self.error = Some(ErrorScreen::new(&message, traceback.trim_start(), back));
        self.controls.release_all(Instant::now());
    }

    /// Replaces the cart; a console starts even with a broken one.
    fn put_on(&mut self, cart: Cart, file: &Path) {
        self.end_journal();
        self.watching = None;
        self.console = self.outside.console(cart);
        self.begin_journal();
        self.file = Some(file.to_owned());
        self.ring.clear();
        self.message = None;
        self.refused = false;
        self.slots.finish();
        self.retrieving = None;
        self.slots = self.open_slots();
        self.inspector = Inspector::default();
        self.lead = SongTime::ZERO;
        let now = self.begin_anew();
        self.controls.take_edges();
        self.overlay.clear();
        self.music_epoch = 0;
        let (base, latencies) = (self.sound.pushed(), self.clock.latencies());
        self.clock = Clock::new(now, base, SongTime::ZERO, latencies);
        self.send_title();
    }

    /// Answers with the moment at which the next tick is due.
    fn begin_anew(&mut self) -> Instant {
        let now = Instant::now();
        self.sound.rest();
        self.error = None;
        self.menu = None;
        self.rewinding = Rewinding::default();
        self.scrubber = Scrubber::default();
        self.controls.release_all(now);
        self.pacer.restart(now);
        self.dirty = true;
        now
    }

    fn open_menu(&mut self) {
        self.controls.release_all(Instant::now());
        let labels = match self.watching {
            Some(_) => Vec::new(),
            None => self.console.menu_labels(),
        };
        self.menu = Some(Menu::new(
            labels,
            self.view.fullscreen,
            Sound::is_built_in().then_some(self.loudness),
            Offers {
                calibration: self.watching.is_none() && self.console.music().is_beat_cart(),
                overlay: self.developer,
            },
        ));
        self.rewinding.release_where(|_| true);
        let rows = self.slots.rows(Instant::now());
        if let Some(menu) = &mut self.menu {
            menu.set_slots(rows);
        }
        self.dirty = true;
        self.send_pointer();
    }

    fn set_gain(&self) {
        let mut loudness = self.loudness;
        if self.calibrating.is_some() {
            loudness = loudness.audible();
        }
        self.sound.set_gain(loudness.gain(self.view.focused));
    }

    fn say(&mut self, text: String) {
        self.message = Some((text, self.ticks + MESSAGE_TICKS));
        self.dirty = true;
    }

    fn send_title(&self) {
        let cart = self.console.cart();
        let title = cart
            .header
            .title
            .as_deref()
            .map(str::trim)
            .unwrap_or_default();
        let title = if title.is_empty() {
            self.cart_name()
        } else {
            title
        };
        self.outbox
            .send(Request::Title(format!("{title} - Downbeat")));
    }

    /// The cart's name without the ending of its file.
    fn cart_name(&self) -> &str {
        let name = &self.console.cart().name;
        Path::new(name)
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or(name)
    }

    fn send_pointer(&mut self) {
        let shape = match self.console.cursor() {
            _ if self.menu.is_some() || self.error.is_some() || self.scrubber.is_paused() => {
                Some(CursorIcon::Default)
            }
            Cursor::System(1) => Some(CursorIcon::Pointer),
            Cursor::System(2) => Some(CursorIcon::Text),
            Cursor::System(_) => Some(CursorIcon::Default),
            Cursor::Sprite(_) => None,
        };
        if self.view.shape != shape {
            self.view.shape = shape;
            self.outbox.send(Request::Pointer(shape));
        }
    }

    /// Draws and presents, if anything has changed.
    fn show(&mut self) -> Result<(), DesktopError> {
        if !std::mem::take(&mut self.dirty) {
            return Ok(());
        }
        self.draw();
        match &mut self.output {
            Output::Own(presenter) => {
                match presenter.present(&self.frame, self.view.size) {
                    Ok(shown) => self.dirty = !shown,
                    Err(error) if presenter.is_gpu() => {
                        // The window's thread answers with another output.
                        self.output = Output::Main(Arc::default());
                        self.outbox.send(Request::CpuPresenter(error.0));
                    }
                    Err(error) => return Err(DesktopError::Presenter(error.0)),
                }
                if self.shares_connection {
                    self.outbox.send(Request::LookForEvents);
                }
            }
            Output::Main(slot) => {
                if let Ok(mut slot) = slot.lock() {
                    *slot = Some(self.frame.clone());
                }
                self.outbox.send(Request::Present);
            }
        }
        Ok(())
    }

    fn draw(&mut self) {
        let picture = self.console.picture();
        let covered = self.menu.is_some()
            || self.error.is_some()
            || self.calibrating.is_some()
            || self.retrieving.is_some()
            || self.rewinding.is_on()
            || self.has_bench();
        let plain = self.message.is_none() && self.watching.is_none();
        if !covered && plain && !self.overlay.is_on() {
            self.frame.show(picture);
            self.draw_cursor();
            return;
        }
        self.frame.show_with_room(picture);
        if let Some(session) = &self.calibrating {
            session.draw(&mut self.frame);
        } else if let Some(retrieving) = &self.retrieving {
            self.frame.darken();
            retrieving.draw(&mut self.frame);
        } else if let Some(menu) = &self.menu {
            self.frame.darken();
            menu.draw(&mut self.frame, &self.bindings);
        } else if let Some(error) = &mut self.error {
            self.frame.darken();
            error.draw(&mut self.frame);
        } else if let Some(watching) = &self.watching {
            watching.draw(&mut self.frame);
        } else {
            if self.overlay.is_on() {
                self.overlay.draw(&mut self.frame);
            }
            let (at, kept) = (self.console.frame(), self.console.kept());
            self.rewinding.draw(&mut self.frame, at, &kept);
            if self.has_bench() {
                self.draw_bench();
            }
        }
        if let Some((text, _)) = &self.message {
            draw_message(&mut self.frame, text);
        }
    }
}

/// Where sprites and the palette are in the console's memory.
const SPRITES: i32 = 0x6000;
const PALETTE: i32 = 0x3FC0;

impl Stage {
    /// Draws the sprite a cart has chosen as its pointer; color 0 is clear.
    fn draw_cursor(&mut self) {
        let Cursor::Sprite(sprite) = self.console.cursor() else {
            return;
        };
        let layout = Layout::fit((self.frame.width, self.frame.height), self.view.size);
        let Some((x, y)) = self.view.pointer.and_then(|(x, y)| layout.picture_at(x, y)) else {
            return;
        };
        let machine = self.console.machine();
        for pixel in 0..64 {
            let nibble = (SPRITES + i32::from(sprite) * 32) * 2 + pixel;
            let color = i32::from(machine.peek(nibble, 4));
            if color != 0 {
                let rgb = [0, 1, 2].map(|part| machine.peek(PALETTE + color * 3 + part, 8));
                let (left, top) = (x as i32 + pixel % 8, y as i32 + pixel / 8);
                self.frame.fill(left, top, 1, 1, rgb);
            }
        }
    }
}

/// A box of text in the lower left corner.
fn draw_message(frame: &mut Frame, text: &str) {
    let lines = wrap(text, frame.width as i32 - 16);
    let high = lines.len() as i32 * LINE + 3;
    let wide = lines.iter().map(|line| text_width(line)).max().unwrap_or(0) + 6;
    let top = frame.height as i32 - high - 4;
    frame.fill(4, top, wide, high, DARK);
    for (row, line) in lines.iter().enumerate() {
        frame.text(7, top + 3 + row as i32 * LINE, line, WHITE);
    }
}
