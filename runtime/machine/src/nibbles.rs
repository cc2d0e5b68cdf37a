//! Between packed bytes and one nibble a byte; the low nibble comes first.

/// Unpacks bytes; `nibbles` is twice as long.
pub(crate) fn unpack(bytes: &[u8], nibbles: &mut [u8]) {
    for (pair, byte) in nibbles.chunks_exact_mut(2).zip(bytes) {
        pair[0] = byte & 15;
        pair[1] = byte >> 4;
    }
}

/// Packs nibbles; `nibbles` is twice as long.
pub(crate) fn pack(nibbles: &[u8], bytes: &mut [u8]) {
    for (pair, byte) in nibbles.chunks_exact(2).zip(bytes) {
        *byte = pair[0] | pair[1] << 4;
    }
}
