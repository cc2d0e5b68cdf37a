//! Snapshots: the bytes of an arena at rest.

/// A state of one [`crate::Vm`], to go back to any number of times.
///
/// It holds addresses of that very arena and of this program's code, so it
/// is of no use to another `Vm` and cannot be stored.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The number of the `Vm` it came from; 0 for an empty one.
    pub(crate) owner: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Snapshot {
    /// An empty snapshot, to be filled by [`crate::Vm::snapshot_into`].
    pub fn new() -> Snapshot {
        Snapshot::default()
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }
}
