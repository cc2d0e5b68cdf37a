//! A further part of a replay, on a line of its own: so a session is written
//! down while it goes on, and what was played before a crash can be read.

use serde::{Deserialize, Serialize};

use super::{Clocks, HandedOver, Held, Replay, ReplayEvent, ReplayPress};

/// What some more ticks add to a replay.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Part {
    /// How many ticks.
    more: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<ReplayEvent>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unix: Vec<[u64; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<Held>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    timings: Vec<Clocks>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    presses: Vec<ReplayPress>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    handed: Vec<HandedOver>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    sums: String,
}

/// How much of a replay has been written down.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Written {
    pub(crate) ticks: u64,
    events: usize,
    unix: usize,
    inputs: usize,
    timings: usize,
    presses: usize,
    handed: usize,
    values: usize,
    sums: usize,
}

impl Written {
    /// All of it.
    pub(crate) fn of(replay: &Replay) -> Written {
        let digests = replay.digests.as_ref();
        Written {
            ticks: replay.ticks,
            events: replay.events.len(),
            unix: replay.unix.len(),
            inputs: replay.inputs.len(),
            timings: replay.timings.len(),
            presses: replay.presses.len(),
            handed: replay.handed.len(),
            values: digests.map_or(0, |it| it.values.len()),
            sums: digests.map_or(0, |it| it.ticks.len()),
        }
    }
}

impl Part {
    /// What a replay has beyond what was written.
    pub(crate) fn since(replay: &Replay, written: &Written) -> Part {
        let digests = replay.digests.as_ref();
        Part {
            more: replay.ticks - written.ticks,
            events: replay.events[written.events..].to_vec(),
            unix: replay.unix[written.unix..].to_vec(),
            inputs: replay.inputs[written.inputs..].to_vec(),
            timings: replay.timings[written.timings..].to_vec(),
            presses: replay.presses[written.presses..].to_vec(),
            handed: replay.handed[written.handed..].to_vec(),
            values: digests.map_or(Vec::new(), |it| it.values[written.values..].to_vec()),
            sums: digests.map_or(String::new(), |it| it.ticks[written.sums..].to_owned()),
        }
    }

    /// As text, on one line.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("its keys are strings and its numbers are finite")
    }

    /// Puts it behind what a replay has.
    pub(crate) fn add_to(self, replay: &mut Replay) {
        replay.ticks = replay.ticks.saturating_add(self.more);
        replay.events.extend(self.events);
        replay.unix.extend(self.unix);
        replay.inputs.extend(self.inputs);
        replay.timings.extend(self.timings);
        replay.presses.extend(self.presses);
        replay.handed.extend(self.handed);
        if let Some(digests) = &mut replay.digests {
            digests.values.extend(self.values);
            digests.ticks.push_str(&self.sums);
        }
    }
}
