//! Timelines of plain bytes against full copies of every state.

use super::*;
use dice::{Seed, Stream};

/// Every state as a whole, and which of them the timeline is at.
struct Model {
    states: VecDeque<Vec<u8>>,
    at: usize,
    most: usize,
}

impl Model {
    fn new(most: usize) -> Model {
        Model {
            states: VecDeque::new(),
            at: 0,
            most,
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        self.states.truncate(self.at + 1);
        self.states.push_back(bytes.to_vec());
        if self.states.len() > self.most {
            self.states.pop_front();
        }
        self.at = self.states.len() - 1;
    }

    #[track_caller]
    fn check(&self, timeline: &Timeline) {
        assert!(timeline.state() == self.states[self.at]);
        assert_eq!(timeline.older(), self.at);
        assert_eq!(timeline.newer(), self.states.len() - 1 - self.at);
    }
}

fn below(stream: &mut Stream, end: usize) -> usize {
    stream.index(end).unwrap()
}

/// Changes bytes as carts do: single ones, words, whole areas, and the length.
fn change(bytes: &mut Vec<u8>, most: usize, stream: &mut Stream) {
    for _ in 0..below(stream, 6) {
        let length = bytes.len();
        let start = below(stream, length.max(1)).min(length);
        let span = match below(stream, 4) {
            0 => 1,
            1 => 8,
            2 => 64,
            _ => below(stream, 9000),
        };
        let end = (start + span).min(length);
        match below(stream, 3) {
            0 => bytes[start..end].fill(0),
            1 => bytes[start..end]
                .iter_mut()
                .for_each(|byte| *byte = byte.wrapping_add(1)),
            _ => bytes[start..end]
                .iter_mut()
                .for_each(|byte| *byte = stream.bits() as u8),
        }
    }
    match below(stream, 8) {
        0 => bytes.truncate(below(stream, most)),
        1 => {
            let length = below(stream, most).max(bytes.len());
            bytes.resize(length, stream.bits() as u8);
        }
        _ => {}
    }
}

/// Pushes and moves at random.
fn check(seed: &str, steps: usize, most: usize, length: usize) {
    let mut stream = Seed::from_text(seed).stream();
    let mut timeline = Timeline::new(most);
    let mut model = Model::new(most);
    let mut bytes = vec![7; length / 2];
    timeline.push(&bytes);
    model.push(&bytes);
    for _ in 0..steps {
        match below(&mut stream, 10) {
            0 => {
                let wanted = below(&mut stream, most + 2);
                let moved = timeline.rewind(wanted);
                assert_eq!(moved, wanted.min(model.at));
                model.at -= moved;
                bytes.clone_from(&model.states[model.at]);
            }
            1 => {
                let wanted = below(&mut stream, most + 2);
                let moved = timeline.forward(wanted);
                assert_eq!(moved, wanted.min(model.states.len() - 1 - model.at));
                model.at += moved;
                bytes.clone_from(&model.states[model.at]);
            }
            2 => {
                let forgot = timeline.forget_oldest();
                assert_eq!(forgot, model.at > 0);
                if forgot {
                    model.states.pop_front();
                    model.at -= 1;
                }
            }
            _ => {
                change(&mut bytes, length, &mut stream);
                timeline.push(&bytes);
                model.push(&bytes);
            }
        }
        model.check(&timeline);
    }
    let parts: usize = timeline.deltas.iter().map(Delta::size).sum();
    assert_eq!(timeline.size, parts);
}

#[test]
fn every_state_is_the_one_that_was_pushed() {
    check("small", 4_000, 20, 300);
    check("odd lengths", 1_500, 30, 30_000);
    check("long", 1_000, 400, 70_000);
}

#[test]
fn a_timeline_of_one_state_only_has_the_newest() {
    check("one", 100, 1, 5_000);
    let mut timeline = Timeline::new(0);
    timeline.push(b"a");
    timeline.push(b"b");
    assert_eq!((timeline.rewind(1), timeline.state()), (0, &b"b"[..]));
}

#[test]
fn the_oldest_state_is_reached_when_the_ring_has_gone_around() {
    let mut timeline = Timeline::new(60);
    for number in 0..1_000_u32 {
        timeline.push(&number.to_le_bytes().repeat(500));
    }
    assert_eq!(timeline.rewind(usize::MAX), 59);
    assert_eq!(timeline.state(), 940_u32.to_le_bytes().repeat(500));
    assert!(!timeline.forget_oldest());
    assert_eq!(timeline.forward(usize::MAX), 59);
    assert_eq!(timeline.state(), 999_u32.to_le_bytes().repeat(500));
}

#[test]
fn a_push_after_a_rewind_drops_what_was_newer() {
    let mut timeline = Timeline::new(10);
    for state in [b"first", b"other", b"third"] {
        timeline.push(state);
    }
    timeline.rewind(2);
    timeline.push(b"again");
    assert_eq!((timeline.older(), timeline.newer()), (1, 0));
    timeline.rewind(1);
    assert_eq!(timeline.state(), b"first");
}

#[test]
fn an_empty_timeline_has_nowhere_to_go() {
    let mut timeline = Timeline::new(10);
    assert_eq!((timeline.rewind(3), timeline.forward(3)), (0, 0));
    assert!(!timeline.forget_oldest());
    assert_eq!(timeline.state(), b"");
    timeline.push(b"");
    timeline.push(b"some");
    timeline.rewind(1);
    assert_eq!((timeline.state(), timeline.newer()), (&b""[..], 1));
    timeline.clear();
    assert_eq!((timeline.older(), timeline.newer()), (0, 0));
}

#[test]
fn bytes_that_stay_take_no_memory_and_counters_little() {
    let mut bytes = vec![0; 1 << 20];
    let mut timeline = Timeline::new(1000);
    timeline.push(&bytes);
    timeline.push(&bytes);
    assert!(timeline.size < 100);
    for number in 0..100 {
        for word in 0..8 {
            bytes[4096 + word * 8] = number;
        }
        timeline.push(&bytes);
    }
    assert!(timeline.size < 101 * 100, "{}", timeline.size);
}

#[test]
fn memory_does_not_grow_in_a_long_run() {
    let mut stream = Seed::from_text("soak").stream();
    let mut timeline = Timeline::new(300);
    let mut bytes = vec![0_u8; 20_000];
    let mut largest = 0;
    for number in 0..200_000_usize {
        for _ in 0..4 {
            let at = below(&mut stream, bytes.len());
            bytes[at] = bytes[at].wrapping_add(1);
        }
        timeline.push(&bytes);
        if number % 1000 == 0 {
            let back = below(&mut stream, 50);
            let moved = timeline.rewind(back);
            if number % 2000 == 0 {
                timeline.forward(moved);
            }
            bytes.copy_from_slice(timeline.state());
        }
        largest = largest.max(timeline.size);
    }
    // Four words a state: page, lines, words, code and byte.
    assert!(largest < 300 * 160, "{largest}");
    assert_eq!(timeline.older(), timeline.deltas.len());
}
