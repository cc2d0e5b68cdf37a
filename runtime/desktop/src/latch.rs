//! What is held down, tick by tick. A press shorter than a tick is still seen
//! for one, and a release followed by a press within a tick is still seen as
//! two presses: both happen with quick fingers and slow ticks, and a rhythm
//! game must lose neither.

/// Things held down, in the order in which they were pressed.
#[derive(Debug)]
pub(crate) struct Latch<T> {
    held: Vec<Held<T>>,
    released: Vec<T>,
    again: Vec<Held<T>>,
}

#[derive(Debug)]
struct Held<T> {
    item: T,
    fresh: bool,
    leaving: bool,
}

impl<T> Held<T> {
    fn fresh(item: T) -> Self {
        Self {
            item,
            fresh: true,
            leaving: false,
        }
    }
}

impl<T> Default for Latch<T> {
    fn default() -> Self {
        Self {
            held: Vec::new(),
            released: Vec::new(),
            again: Vec::new(),
        }
    }
}

impl<T: Copy + PartialEq> Latch<T> {
    /// Something goes down; a repeat of what is down changes nothing.
    pub(crate) fn press(&mut self, item: T) {
        if let Some(held) = find(&mut self.held, item) {
            held.leaving = false;
        } else if self.released.contains(&item) {
            match find(&mut self.again, item) {
                Some(held) => held.leaving = false,
                None => self.again.push(Held::fresh(item)),
            }
        } else {
            self.held.push(Held::fresh(item));
        }
    }

    /// Something goes up.
    pub(crate) fn release(&mut self, item: T) {
        if let Some(held) = find(&mut self.again, item) {
            held.leaving = true;
        } else if let Some(held) = find(&mut self.held, item) {
            if held.fresh {
                held.leaving = true;
            } else {
                self.held.retain(|held| held.item != item);
                self.released.push(item);
            }
        }
    }

    /// Everything goes up, as when the window loses the focus.
    pub(crate) fn release_all(&mut self) {
        let items: Vec<T> = self
            .held
            .iter()
            .chain(&self.again)
            .map(|held| held.item)
            .collect();
        for item in items {
            self.release(item);
        }
    }

    /// Releases what a test picks, as when a gamepad is unplugged.
    pub(crate) fn release_where(&mut self, picked: impl Fn(T) -> bool) {
        let items: Vec<T> = self
            .held
            .iter()
            .chain(&self.again)
            .map(|held| held.item)
            .collect();
        for item in items.into_iter().filter(|&item| picked(item)) {
            self.release(item);
        }
    }

    /// What the tick sees, oldest press first.
    pub(crate) fn seen(&self) -> impl Iterator<Item = T> {
        self.held.iter().map(|held| held.item)
    }

    /// A tick has seen the state.
    pub(crate) fn end_tick(&mut self) {
        self.held.retain(|held| !held.leaving);
        for held in &mut self.held {
            held.fresh = false;
        }
        self.released.clear();
        self.held.append(&mut self.again);
    }
}

fn find<T: Copy + PartialEq>(list: &mut [Held<T>], item: T) -> Option<&mut Held<T>> {
    list.iter_mut().find(|held| held.item == item)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a script of ticks: `a` presses, `-a` (here upper case) releases.
    fn check(ticks: &[&str], expected: &[&str]) {
        let mut latch = Latch::default();
        let mut seen = Vec::new();
        for tick in ticks {
            for letter in tick.chars() {
                if letter == '!' {
                    latch.release_all();
                } else if letter.is_uppercase() {
                    latch.release(letter.to_ascii_lowercase());
                } else {
                    latch.press(letter);
                }
            }
            seen.push(latch.seen().collect::<String>());
            latch.end_tick();
        }
        assert_eq!(seen, expected);
    }

    #[test]
    fn held_is_held() {
        check(&["a", "", "A", ""], &["a", "a", "", ""]);
    }

    #[test]
    fn a_short_press_is_seen_for_one_tick() {
        check(&["aA", "", ""], &["a", "", ""]);
    }

    #[test]
    fn a_release_and_press_within_a_tick_are_two_presses() {
        check(&["a", "Aa", "", "A"], &["a", "", "a", ""]);
        check(&["a", "AaA", "", ""], &["a", "", "a", ""]);
    }

    #[test]
    fn repeats_and_unknown_releases_change_nothing() {
        check(&["aaa", "a", "B", "A"], &["a", "a", "a", ""]);
    }

    #[test]
    fn order_is_that_of_the_presses() {
        check(&["ba", "c", "B", "b"], &["ba", "bac", "ac", "acb"]);
    }

    #[test]
    fn losing_the_focus_releases_all_but_shows_fresh_presses() {
        check(&["a", "b!", ""], &["a", "b", ""]);
    }
}
