//! The pause menu: what it offers and how it answers to keys, pads and the
//! mouse. Pure: it is told what was pressed and says what is to be done.
//! Drawing is in `menu/view.rs`.

use winit::keyboard::KeyCode;

use crate::bindings::{BUTTONS, Bindings, Control, PADS};
use crate::keys;
use crate::loudness::Loudness;
use crate::stage::digit;
use crate::thumbnail::Thumbnail;

mod view;

/// The open menu.
pub(crate) struct Menu {
    page: Page,
    selected: usize,
    cart_entries: Vec<String>,
    fullscreen: bool,
    /// None if there is no sound in this build.
    loudness: Option<Loudness>,
    offers: Offers,
    /// The save states; none if there can be none.
    slots: Vec<SlotRow>,
}

/// A save state as it is listed; an empty slot has no place. One on disk
/// has no picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SlotRow {
    /// How long the cart had run.
    pub(crate) place: String,
    /// How long ago it was saved.
    pub(crate) age: String,
    /// What was on the screen.
    pub(crate) picture: Option<Thumbnail>,
}

/// What the menu offers beyond what it always does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    /// Calibration, as the cart may go by the beat.
    pub(crate) calibration: bool,
    /// The overlay for developers.
    pub(crate) overlay: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Pause,
    States,
    Controls {
        player: usize,
    },
    /// Waiting for the key or control to put on a button.
    Listen {
        player: usize,
        button: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Resume,
    CartEntry(usize),
    States,
    Slot(usize),
    Reset,
    Controls,
    Calibrate,
    Volume,
    Mute,
    MuteUnfocused,
    Screenshot,
    Fullscreen,
    Quit,
    Player,
    Button(usize),
    Defaults,
    Back,
}

/// What was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Press {
    /// A key.
    Key(KeyCode),
    /// A gamepad's control.
    Pad(Control),
    /// The mouse moved onto a row.
    Hover(usize),
    /// The mouse button went down on a row.
    Click(usize),
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Close the menu, go on.
    Resume,
    /// Close the menu and tell the cart which of its entries was chosen.
    CartEntry(usize),
    /// Save into a slot.
    SaveSlot(usize),
    /// Go to what a slot holds, and close the menu.
    LoadSlot(usize),
    /// Start the cart anew.
    Reset,
    /// Find out how late sound and pictures are.
    Calibrate,
    /// Save a picture of the game.
    Screenshot,
    /// Fill the screen, or no longer.
    Fullscreen,
    /// Leave.
    Quit,
    /// Make it this loud, and save that.
    Loudness(Loudness),
    /// The bindings changed: save them.
    Save,
}

/// A row as it is shown.
pub(crate) struct Row {
    /// What it does.
    pub(crate) label: String,
    /// What it is set to.
    pub(crate) value: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Up,
    Down,
    Left,
    Right,
    Accept,
    Save,
    Back,
}

impl Menu {
    /// Opens with the cart's own entries.
    pub(crate) fn new(
        cart_entries: Vec<String>,
        fullscreen: bool,
        loudness: Option<Loudness>,
        offers: Offers,
    ) -> Self {
        Self {
            page: Page::Pause,
            selected: 0,
            cart_entries,
            fullscreen,
            loudness,
            offers,
            slots: Vec::new(),
        }
    }

    /// Lists the save states.
    pub(crate) fn set_slots(&mut self, slots: Vec<SlotRow>) {
        self.slots = slots;
    }

    /// The save state that is chosen, if they are on the screen.
    pub(crate) fn chosen_slot(&self) -> Option<&SlotRow> {
        (self.page == Page::States).then(|| self.slots.get(self.selected))?
    }

    /// Whether the save states are on the screen.
    pub(crate) fn shows_slots(&self) -> bool {
        self.page == Page::States
    }

    /// The window fills the screen, or no longer.
    pub(crate) fn set_fullscreen(&mut self, fullscreen: bool) {
        self.fullscreen = fullscreen;
    }

    /// The row that is chosen.
    pub(crate) fn selected(&self) -> usize {
        self.selected
    }

    /// The page's heading.
    pub(crate) fn heading(&self) -> String {
        match self.page {
            Page::Pause => "Paused".into(),
            Page::States => "Save states".into(),
            Page::Controls { .. } => "Controls".into(),
            Page::Listen { player, button } => {
                format!("Player {}, button {}", player + 1, BUTTONS[button])
            }
        }
    }

    /// A line of advice under the rows.
    pub(crate) fn advice(&self) -> &'static str {
        match self.page {
            Page::Pause if self.offers.overlay => "F2 inspector  F3 beat  F4 timeline  F8 F9 save",
            Page::Pause => "Backspace: back in time  F8 picture  F9 GIF",
            Page::States => "Return: load   S: save here   Esc: back",
            Page::Controls { .. } => "Return: change   Esc: back",
            Page::Listen { .. } => "Press a key or a gamepad button   Esc: leave it",
        }
    }

    /// The rows as they are shown.
    pub(crate) fn rows(&self, bindings: &Bindings) -> Vec<Row> {
        let row = |item: &Item| self.row(*item, bindings);
        self.items().iter().map(row).collect()
    }

    /// Answers to a press; changes bindings itself.
    pub(crate) fn press(&mut self, press: Press, bindings: &mut Bindings) -> Option<Command> {
        if let Page::Listen { player, button } = self.page {
            return self.listen(press, player, button, bindings);
        }
        match press {
            Press::Hover(row) => {
                if row < self.items().len() {
                    self.selected = row;
                }
                None
            }
            Press::Click(row) => {
                if row >= self.items().len() {
                    return None;
                }
                self.selected = row;
                self.step(Step::Accept, bindings)
            }
            Press::Key(place) => self.step(key_step(place)?, bindings),
            Press::Pad(Control::Start) => Some(Command::Resume),
            Press::Pad(control) => self.step(pad_step(control)?, bindings),
        }
    }

    fn step(&mut self, step: Step, bindings: &mut Bindings) -> Option<Command> {
        let items = self.items();
        let item = items[self.selected.min(items.len() - 1)];
        match step {
            Step::Up => self.selected = (self.selected + items.len() - 1) % items.len(),
            Step::Down => self.selected = (self.selected + 1) % items.len(),
            Step::Left if item == Item::Player => self.turn_player(PADS - 1),
            Step::Right if item == Item::Player => self.turn_player(1),
            Step::Left if item == Item::Volume => return self.turn(Loudness::lower),
            Step::Right if item == Item::Volume => return self.turn(Loudness::raise),
            Step::Left | Step::Right => {}
            Step::Save => {
                if let Item::Slot(slot) = item {
                    return Some(Command::SaveSlot(slot));
                }
            }
            Step::Back if self.page == Page::States => self.go(Page::Pause, Item::States),
            Step::Back if self.page == Page::Pause => return Some(Command::Resume),
            Step::Back => self.go(Page::Pause, Item::Controls),
            Step::Accept => return self.accept(item, bindings),
        }
        None
    }

    fn accept(&mut self, item: Item, bindings: &mut Bindings) -> Option<Command> {
        match item {
            Item::Resume => return Some(Command::Resume),
            Item::CartEntry(index) => return Some(Command::CartEntry(index)),
            Item::States => self.go(Page::States, Item::Slot(0)),
            Item::Slot(slot) => {
                let full = self
                    .slots
                    .get(slot)
                    .is_some_and(|row| !row.place.is_empty());
                return Some(if full {
                    Command::LoadSlot(slot)
                } else {
                    Command::SaveSlot(slot)
                });
            }
            Item::Reset => return Some(Command::Reset),
            Item::Calibrate => return Some(Command::Calibrate),
            Item::Screenshot => return Some(Command::Screenshot),
            Item::Fullscreen => return Some(Command::Fullscreen),
            Item::Quit => return Some(Command::Quit),
            Item::Volume => {}
            Item::Mute => return self.turn(|loudness| loudness.muted ^= true),
            Item::MuteUnfocused => return self.turn(|loudness| loudness.mute_unfocused ^= true),
            Item::Controls => self.go(Page::Controls { player: 0 }, Item::Button(0)),
            Item::Player => self.turn_player(1),
            Item::Button(button) => {
                if let Page::Controls { player } = self.page {
                    self.page = Page::Listen { player, button };
                }
            }
            Item::Defaults => {
                bindings.reset();
                return Some(Command::Save);
            }
            Item::Back if self.page == Page::States => self.go(Page::Pause, Item::States),
            Item::Back => self.go(Page::Pause, Item::Controls),
        }
        None
    }

    fn listen(
        &mut self,
        press: Press,
        player: usize,
        button: usize,
        bindings: &mut Bindings,
    ) -> Option<Command> {
        let back = Page::Controls { player };
        match press {
            Press::Key(KeyCode::Escape) | Press::Pad(Control::Start) => {
                self.go(back, Item::Button(button));
                None
            }
            Press::Key(place) => {
                keys::name(place)?;
                bindings.bind_key(player, button, place);
                self.go(back, Item::Button(button));
                Some(Command::Save)
            }
            Press::Pad(control) => {
                bindings.bind_control(button, control);
                self.go(back, Item::Button(button));
                Some(Command::Save)
            }
            Press::Hover(_) | Press::Click(_) => None,
        }
    }

    fn turn(&mut self, change: impl FnOnce(&mut Loudness)) -> Option<Command> {
        let loudness = self.loudness.as_mut()?;
        change(loudness);
        Some(Command::Loudness(*loudness))
    }

    fn turn_player(&mut self, by: usize) {
        if let Page::Controls { player } = &mut self.page {
            *player = (*player + by) % PADS;
        }
    }

    fn go(&mut self, page: Page, item: Item) {
        self.page = page;
        self.selected = self
            .items()
            .iter()
            .position(|&other| other == item)
            .unwrap_or(0);
    }

    fn items(&self) -> Vec<Item> {
        match self.page {
            Page::Pause => {
                let mut items = vec![Item::Resume];
                items.extend((0..self.cart_entries.len()).map(Item::CartEntry));
                if !self.slots.is_empty() {
                    items.push(Item::States);
                }
                items.extend([Item::Reset, Item::Controls]);
                if self.offers.calibration {
                    items.push(Item::Calibrate);
                }
                if self.loudness.is_some() {
                    items.extend([Item::Volume, Item::Mute, Item::MuteUnfocused]);
                }
                items.extend([Item::Screenshot, Item::Fullscreen, Item::Quit]);
                items
            }
            Page::States => {
                let slots = (0..self.slots.len()).map(Item::Slot);
                slots.chain([Item::Back]).collect()
            }
            Page::Controls { .. } | Page::Listen { .. } => {
                let mut items = vec![Item::Player];
                items.extend((0..BUTTONS.len()).map(Item::Button));
                items.extend([Item::Defaults, Item::Back]);
                items
            }
        }
    }

    fn row(&self, item: Item, bindings: &Bindings) -> Row {
        let player = match self.page {
            Page::Pause | Page::States => 0,
            Page::Controls { player } | Page::Listen { player, .. } => player,
        };
        let on_off = |on: bool| if on { "on" } else { "off" }.to_owned();
        let loudness = self.loudness.unwrap_or_default();
        let (label, value) = match item {
            Item::Resume => ("Resume", String::new()),
            Item::CartEntry(index) => (self.cart_entries[index].as_str(), String::new()),
            Item::States => ("Save states", String::new()),
            Item::Slot(slot) => return self.slot_row(slot),
            Item::Reset => ("Reset", String::new()),
            Item::Controls => ("Controls", String::new()),
            Item::Calibrate => ("Calibrate", String::new()),
            Item::Screenshot => ("Save a picture", String::new()),
            Item::Volume => ("Volume", format!("< {}% >", loudness.percent)),
            Item::Mute => ("Mute", on_off(loudness.muted)),
            Item::MuteUnfocused => ("Mute in the background", on_off(loudness.mute_unfocused)),
            Item::Fullscreen => ("Full screen", on_off(self.fullscreen)),
            Item::Quit => ("Quit", String::new()),
            Item::Player => ("Player", format!("< {} >", player + 1)),
            Item::Button(button) => (BUTTONS[button], self.binding(player, button, bindings)),
            Item::Defaults => ("Back to the standard", String::new()),
            Item::Back => ("Back", String::new()),
        };
        Row {
            label: label.into(),
            value,
        }
    }

    fn slot_row(&self, slot: usize) -> Row {
        let held = &self.slots[slot];
        let empty = held.place.is_empty();
        Row {
            label: format!(
                "{}  {}",
                digit(slot),
                if empty { "empty" } else { &held.place }
            ),
            value: held.age.clone(),
        }
    }

    fn binding(&self, player: usize, button: usize, bindings: &Bindings) -> String {
        if self.page == (Page::Listen { player, button }) {
            return "...".into();
        }
        let own = bindings.key(player, button).and_then(keys::name);
        let standard = keys::PAD_KEYS[button];
        let key = match own {
            Some(name) => name,
            None if player == 0 && bindings.sends_key(standard) => {
                keys::name(standard).unwrap_or("-")
            }
            None => "-",
        };
        format!("{key}, {}", bindings.control(button).name().to_lowercase())
    }
}

fn key_step(place: KeyCode) -> Option<Step> {
    Some(match place {
        KeyCode::ArrowUp => Step::Up,
        KeyCode::ArrowDown => Step::Down,
        KeyCode::ArrowLeft => Step::Left,
        KeyCode::ArrowRight => Step::Right,
        KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space | KeyCode::KeyZ => Step::Accept,
        KeyCode::KeyS => Step::Save,
        KeyCode::Escape | KeyCode::Backspace | KeyCode::KeyX => Step::Back,
        _ => return None,
    })
}

fn pad_step(control: Control) -> Option<Step> {
    Some(match control {
        Control::Up | Control::StickUp => Step::Up,
        Control::Down | Control::StickDown => Step::Down,
        Control::Left | Control::StickLeft => Step::Left,
        Control::Right | Control::StickRight => Step::Right,
        Control::South => Step::Accept,
        Control::East => Step::Back,
        Control::West => Step::Save,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Driver {
        menu: Menu,
        bindings: Bindings,
    }

    impl Driver {
        fn new() -> Self {
            Self {
                menu: Menu::new(
                    vec!["EASY".into(), "HARD".into()],
                    false,
                    Some(Loudness::default()),
                    Offers::default(),
                ),
                bindings: Bindings::default(),
            }
        }

        /// Presses keys; answers with the last command.
        fn keys(&mut self, places: &[KeyCode]) -> Option<Command> {
            places
                .iter()
                .fold(None, |_, &place| self.press(Press::Key(place)))
        }

        fn press(&mut self, press: Press) -> Option<Command> {
            self.menu.press(press, &mut self.bindings)
        }

        fn label(&self) -> String {
            self.menu.rows(&self.bindings)[self.menu.selected()]
                .label
                .clone()
        }
    }

    use KeyCode::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Escape, KeyJ, Space};

    #[test]
    fn rows_are_chosen_and_wrap_around() {
        let mut driver = Driver::new();
        assert_eq!(driver.keys(&[Enter]), Some(Command::Resume));
        assert_eq!(
            driver.keys(&[ArrowDown, ArrowDown, Enter]),
            Some(Command::CartEntry(1))
        );
        assert_eq!(driver.keys(&[ArrowDown, Enter]), Some(Command::Reset));
        assert_eq!(
            driver.keys(&[ArrowUp, ArrowUp, ArrowUp, ArrowUp, Enter]),
            Some(Command::Quit)
        );
        assert_eq!(driver.keys(&[Escape]), Some(Command::Resume));
    }

    #[test]
    fn save_states_are_loaded_if_there_are_any_and_saved_over_on_purpose() {
        let mut driver = Driver::new();
        assert!(driver.menu.chosen_slot().is_none());
        let mut slots = vec![SlotRow::default(); 10];
        let code = b"function TIC() end";
        let cart = console::Cart::from_bytes("a.lua", code).unwrap();
        let host = Box::new(console::NullHost);
        let console = console::Console::new(cart, console::Options::default(), host);
        slots[1].place = "0:01".into();
        slots[1].picture = Some(Thumbnail::of(console.picture(), 8));
        driver.menu.set_slots(slots);
        driver.keys(&[ArrowDown; 3]);
        assert_eq!(driver.label(), "Save states");
        assert_eq!(driver.keys(&[Enter, Enter]), Some(Command::SaveSlot(0)));
        assert_eq!(driver.keys(&[ArrowDown, Enter]), Some(Command::LoadSlot(1)));
        assert_eq!(driver.keys(&[KeyCode::KeyS]), Some(Command::SaveSlot(1)));
        driver.keys(&[Escape]);
        assert_eq!(driver.label(), "Save states");
    }

    #[test]
    fn the_volume_is_set_with_left_and_right() {
        let mut driver = Driver::new();
        driver.keys(&[ArrowDown; 5]);
        assert_eq!(driver.label(), "Volume");
        let percent = |command| match command {
            Some(Command::Loudness(loudness)) => loudness.percent,
            other => panic!("{other:?}"),
        };
        assert_eq!(percent(driver.keys(&[ArrowLeft])), 95);
        assert_eq!(percent(driver.keys(&[ArrowLeft, ArrowLeft])), 85);
        assert_eq!(percent(driver.keys(&[ArrowRight])), 90);
        assert_eq!(driver.keys(&[Enter]), None);
        let muted = |command| match command {
            Some(Command::Loudness(loudness)) => (loudness.muted, loudness.mute_unfocused),
            other => panic!("{other:?}"),
        };
        assert_eq!(muted(driver.keys(&[ArrowDown, Enter])), (true, false));
        assert_eq!(muted(driver.keys(&[ArrowDown, Enter])), (true, true));
        assert_eq!(muted(driver.keys(&[ArrowUp, Enter])), (false, true));
    }

    #[test]
    fn calibration_is_offered_for_carts_on_the_beat() {
        let mut driver = Driver::new();
        driver.menu.offers.calibration = true;
        driver.keys(&[ArrowDown; 5]);
        assert_eq!(driver.label(), "Calibrate");
        assert_eq!(driver.keys(&[Enter]), Some(Command::Calibrate));
    }

    #[test]
    fn a_build_without_sound_has_no_volume() {
        let menu = Menu::new(Vec::new(), false, None, Offers::default());
        let rows = menu.rows(&Bindings::default());
        assert!(rows.iter().all(|row| row.label != "Volume"));
    }

    #[test]
    fn a_key_is_put_on_a_button_and_saved() {
        let mut driver = Driver::new();
        driver.keys(&[ArrowDown, ArrowDown, ArrowDown, ArrowDown]);
        assert_eq!(driver.label(), "Controls");
        assert_eq!(
            driver.keys(&[Enter, ArrowDown, ArrowDown, ArrowDown, ArrowDown]),
            None
        );
        assert_eq!(driver.label(), "A");
        assert_eq!(driver.keys(&[Enter, KeyJ]), Some(Command::Save));
        assert_eq!(driver.bindings.key(0, 4), Some(KeyJ));
        assert_eq!(driver.label(), "A");
        // Esc leaves a button as it was, then the page, then the menu.
        assert_eq!(driver.keys(&[Enter, Escape]), None);
        assert_eq!(driver.bindings.key(0, 4), Some(KeyJ));
        assert_eq!(driver.keys(&[Escape]), None);
        assert_eq!(driver.label(), "Controls");
        assert_eq!(driver.keys(&[Escape]), Some(Command::Resume));
    }

    #[test]
    fn other_players_and_gamepads_can_be_set_too() {
        let mut driver = Driver::new();
        driver.keys(&[
            ArrowDown, ArrowDown, ArrowDown, ArrowDown, Enter, ArrowUp, ArrowLeft,
        ]);
        assert_eq!(driver.label(), "Player");
        driver.keys(&[ArrowDown, Enter, Space]);
        assert_eq!(driver.bindings.key(3, 0), Some(Space));
        driver.keys(&[Enter]);
        assert_eq!(
            driver.press(Press::Pad(Control::North)),
            Some(Command::Save)
        );
        assert_eq!(driver.bindings.control(0), Control::North);
        driver.keys(&[ArrowUp, ArrowUp, ArrowUp]);
        assert_eq!(driver.keys(&[Enter]), Some(Command::Save));
        assert_eq!(driver.bindings, Bindings::default());
    }

    #[test]
    fn pads_and_the_mouse_work_it() {
        let mut driver = Driver::new();
        driver.press(Press::Pad(Control::StickDown));
        assert_eq!(
            driver.press(Press::Pad(Control::South)),
            Some(Command::CartEntry(0))
        );
        assert_eq!(
            driver.press(Press::Pad(Control::Start)),
            Some(Command::Resume)
        );
        assert_eq!(driver.press(Press::Hover(3)), None);
        assert_eq!(driver.label(), "Reset");
        assert_eq!(driver.press(Press::Click(9)), Some(Command::Fullscreen));
        assert_eq!(driver.press(Press::Click(60)), None);
    }
}
