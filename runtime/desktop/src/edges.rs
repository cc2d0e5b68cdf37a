//! What went down and up, each with its own time: a rhythm is judged by when
//! something was pressed, not by the tick that sees it. Nothing is merged
//! here, unlike in the latch: a press shorter than a tick and two presses in
//! one are all told.

use std::time::Instant;

use console::Control as Held;
use winit::keyboard::KeyCode;

use crate::bindings::{Bindings, Control};
use crate::keys;

/// One thing that goes down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// When.
    pub(crate) at: Instant,
    /// What, as the console knows it.
    pub(crate) what: Held,
    /// Down, or up.
    pub(crate) down: bool,
}

/// Something with a switch of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switch {
    /// A key of the keyboard.
    Key(KeyCode),
    /// A control of a gamepad.
    Pad(usize, Control),
}

/// Switches that are down, and the edges since the last tick.
#[derive(Default)]
pub(crate) struct Edges {
    /// With what each has pressed: bindings may change before it is let go.
    down: Vec<(Switch, Vec<Held>)>,
    edges: Vec<Edge>,
}

impl Edges {
    /// A switch goes down; a repeat changes nothing. One that is bound to
    /// nothing is not told.
    pub(crate) fn press(&mut self, at: Instant, switch: Switch, bindings: &Bindings) {
        if self.down.iter().any(|(held, _)| *held == switch) {
            return;
        }
        let presses = presses(switch, bindings);
        self.tell(at, &presses, true);
        self.down.push((switch, presses));
    }

    /// The switches that a test picks go up, if they are down.
    pub(crate) fn release_where(&mut self, at: Instant, picked: impl Fn(Switch) -> bool) {
        let (gone, left) = std::mem::take(&mut self.down)
            .into_iter()
            .partition(|(switch, _)| picked(*switch));
        self.down = left;
        let gone: Vec<(Switch, Vec<Held>)> = gone;
        for (_, presses) in gone {
            self.tell(at, &presses, false);
        }
    }

    /// The edges so far, in the order in which they came.
    pub(crate) fn take(&mut self) -> Vec<Edge> {
        std::mem::take(&mut self.edges)
    }

    fn tell(&mut self, at: Instant, presses: &[Held], down: bool) {
        let edge = |&what: &Held| Edge { at, what, down };
        self.edges.extend(presses.iter().map(edge));
    }
}

/// What a switch presses: a button, a key, or both. That some keys are
/// buttons as well is up to the console, where carts may change it.
fn presses(switch: Switch, bindings: &Bindings) -> Vec<Held> {
    let button = |bit: usize| Held::Button(bit as u8);
    match switch {
        Switch::Pad(pad, control) => bindings
            .control_bit(control)
            .map(|bit| button(pad * 8 + bit))
            .into_iter()
            .collect(),
        Switch::Key(place) => {
            let mut presses: Vec<Held> = bindings.key_bit(place).map(button).into_iter().collect();
            if bindings.sends_key(place) {
                presses.extend(keys::code(place).map(Held::Key));
            }
            presses
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const NORTH: Switch = Switch::Pad(1, Control::North);
    const SPACE: Switch = Switch::Key(KeyCode::Space);

    fn told(edges: &mut Edges) -> Vec<(Held, bool)> {
        let edge = |edge: Edge| (edge.what, edge.down);
        edges.take().into_iter().map(edge).collect()
    }

    #[test]
    fn every_press_of_a_tick_is_told_with_its_time() {
        let (mut edges, bindings) = (Edges::default(), Bindings::default());
        let start = Instant::now();
        for step in 0..3 {
            let at = start + Duration::from_millis(step * 2);
            edges.press(at, SPACE, &bindings);
            edges.press(at, SPACE, &bindings);
            edges.release_where(at + Duration::from_millis(1), |switch| switch == SPACE);
        }
        let times: Vec<u128> = edges
            .take()
            .iter()
            .map(|edge| edge.at.duration_since(start).as_millis())
            .collect();
        assert_eq!(times, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_switch_presses_what_is_bound_to_it() {
        let (mut edges, mut bindings) = (Edges::default(), Bindings::default());
        let now = Instant::now();
        bindings.bind_key(2, 3, KeyCode::KeyQ);
        bindings.bind_key(0, 7, KeyCode::KeyZ);
        let check = |edges: &mut Edges, switch, expected: &[Held]| {
            edges.press(now, switch, &bindings);
            let expected: Vec<_> = expected.iter().map(|&what| (what, true)).collect();
            assert_eq!(told(edges), expected, "{switch:?}");
        };
        check(&mut edges, NORTH, &[Held::Button(15)]);
        check(&mut edges, SPACE, &[Held::Key(48)]);
        let key = Switch::Key;
        check(&mut edges, key(KeyCode::ArrowUp), &[Held::Key(58)]);
        check(
            &mut edges,
            key(KeyCode::KeyQ),
            &[Held::Button(19), Held::Key(17)],
        );
        // It was moved: it presses nothing but its new button.
        check(&mut edges, key(KeyCode::KeyZ), &[Held::Button(7)]);
        check(&mut edges, key(KeyCode::F24), &[]);
        check(&mut edges, Switch::Pad(0, Control::Start), &[]);
    }

    #[test]
    fn what_is_let_go_is_what_was_pressed() {
        let (mut edges, mut bindings) = (Edges::default(), Bindings::default());
        let now = Instant::now();
        bindings.bind_key(0, 4, KeyCode::Space);
        edges.press(now, SPACE, &bindings);
        edges.press(now, NORTH, &bindings);
        edges.take();
        bindings.reset();
        edges.release_where(now, |switch| matches!(switch, Switch::Key(_)));
        let released = [(Held::Button(4), false), (Held::Key(48), false)];
        assert_eq!(told(&mut edges), released);
        edges.release_where(now, |_| true);
        edges.release_where(now, |_| true);
        assert_eq!(told(&mut edges), [(Held::Button(15), false)]);
    }
}
