//! Between packed bytes and one nibble a byte; the low nibble comes first.

/// Unpacks bytes; `nibbles` is twice as long.
#[inline]
pub(crate) fn unpack(bytes: &[u8], nibbles: &mut [u8]) {
    for (pair, byte) in nibbles.chunks_exact_mut(2).zip(bytes) {
        pair[0] = byte & 15;
        pair[1] = byte >> 4;
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
