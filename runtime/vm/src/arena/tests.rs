//! Tests of the arena and its allocator.
