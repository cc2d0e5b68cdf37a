//! Between packed bytes and one nibble a byte; the low nibble comes first.

/// Unpacks bytes; `nibbles` is twice as long.
#[inline]
pub(crate) fn unpack(bytes: &[u8], nibbles: &mut [u8]) {
    let (pairs, _) = nibbles.as_chunks_mut::<2>();
    for (pair, &byte) in pairs.iter_mut().zip(bytes) {
        *pair = [byte & 15, byte >> 4];
    }
}

/// Packs nibbles; `nibbles` is twice as long.
pub(crate) fn pack(nibbles: &[u8], bytes: &mut [u8]) {
    // Pairs as 16-bit numbers, of which many are packed at once.
    let (pairs, _) = nibbles.as_chunks::<2>();
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        let pair = u16::from_le_bytes(*pair);
        *byte = (pair | pair >> 4) as u8;
    }
}
