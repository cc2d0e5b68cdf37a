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
    // Eight nibbles a step: neighbors join, then pairs, then fours.
    let (eights, rest) = nibbles[..bytes.len() * 2].as_chunks::<8>();
    let (fours, tail) = bytes.as_chunks_mut::<4>();
    for (four, eight) in fours.iter_mut().zip(eights) {
        let wide = u64::from_le_bytes(*eight);
        let wide = (wide | wide >> 4) & 0x00ff_00ff_00ff_00ff;
        let wide = (wide | wide >> 8) & 0x0000_ffff_0000_ffff;
        *four = ((wide | wide >> 16) as u32).to_le_bytes();
    }
    for (byte, pair) in tail.iter_mut().zip(rest.chunks_exact(2)) {
        *byte = pair[0] | pair[1] << 4;
    }
}
