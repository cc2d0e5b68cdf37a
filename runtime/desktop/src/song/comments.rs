//! Comments in FLAC and Ogg files, looked at before a decoder sees them: it
//! makes room for as many bytes as a comment claims to have, up to four
//! gigabytes, which a damaged file must not bring about.

/// Whether all comments of a file are as long as they say.
pub(super) fn fit(file: &[u8]) -> bool {
    match file {
        [b'f', b'L', b'a', b'C', rest @ ..] => flac(rest).is_some(),
        [b'O', b'g', b'g', b'S', ..] => ogg(file).is_some(),
        _ => true,
    }
}

/// Walks the blocks before the sound.
fn flac(mut rest: &[u8]) -> Option<()> {
    const COMMENTS: u8 = 4;
    loop {
        let (head, behind) = rest.split_at_checked(4)?;
        let length = u32::from_be_bytes([0, head[1], head[2], head[3]]) as usize;
        let (block, behind) = behind.split_at_checked(length)?;
        if head[0] & 0x7f == COMMENTS {
            comments(block)?;
        }
        if head[0] & 0x80 != 0 {
            return Some(());
        }
        rest = behind;
    }
}

/// Puts the second packet together, which has the comments in Vorbis.
fn ogg(mut rest: &[u8]) -> Option<()> {
    /// Bytes of a page before the lengths of its segments.
    const HEAD: usize = 27;
    /// What stands before the comments.
    const MARK: &[u8] = b"\x03vorbis";
    let mut packets = 0;
    let mut packet = Vec::new();
    loop {
        let (head, behind) = rest.split_at_checked(HEAD)?;
        let (lengths, mut behind) = behind.split_at_checked(head[HEAD - 1].into())?;
        for &length in lengths {
            let (segment, after) = behind.split_at_checked(length.into())?;
            behind = after;
            if packets == 1 {
                packet.extend_from_slice(segment);
            }
            packets += u8::from(length < 255);
            if packets == 2 {
                return comments(packet.strip_prefix(MARK)?);
            }
        }
        rest = behind;
    }
}

/// A name, a count, and as many texts, each after its length.
fn comments(bytes: &[u8]) -> Option<()> {
    fn number(bytes: &mut &[u8]) -> Option<usize> {
        let (number, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        usize::try_from(u32::from_le_bytes(*number)).ok()
    }
    let mut rest = bytes;
    let length = number(&mut rest)?;
    rest = rest.get(length..)?;
    for _ in 0..number(&mut rest)? {
        let length = number(&mut rest)?;
        rest = rest.get(length..)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn a_comment_may_not_claim_more_than_there_is() {
        let flac = include_bytes!("../../../../tests/songs/sine.flac");
        let ogg = include_bytes!("../../../../tests/songs/sine.ogg");
        for file in [&flac[..], ogg] {
            assert!(fit(file));
            let text = b"Comment=Processed";
            let at = file.windows(text.len()).position(|it| it == text);
            let mut damaged = file.to_vec();
            damaged[at.expect("the files have a comment") - 1] = 0x64;
            assert!(!fit(&damaged));
        }
        assert!(fit(b"RIFF"));
        assert!(!fit(b"fLaC"));
    }
}
