//! TIC-80's binary form: a sequence of chunks, each a type, a bank, a size and
//! bytes. Reading follows TIC-80 where files in the wild rely on it (clipped
//! chunks, old palettes, old patterns, packed code, GIF covers); what means
//! nothing to us is kept and written again.

use std::io::Read;

use flate2::read::DeflateDecoder;
use serde::Serialize;

use crate::bank::Bank;
use crate::cart::{Cart, Draft, Written};
use crate::cover;
use crate::error::CartError;
use crate::form::Form;
use crate::loss::{Loss, Lost};
use crate::palette::DB16;
use crate::section::{BANKS, Section};
use crate::warning::Warning;

const COVER: u8 = 3;
const CODE: u8 = 5;
const OLD_PATTERNS: u8 = 13;
const PACKED_CODE: u8 = 16;
const DEFAULTS: u8 = 17;
const BINARY: u8 = 19;
const LANGUAGE: u8 = 20;

/// Bytes before a chunk's data.
const HEAD: usize = 4;

/// Most bytes of one chunk of code; a size field of 0 means this many.
const CODE_CHUNK: usize = 0x1_0000;

/// Most bytes of code that a .tic file holds.
pub const CODE_LIMIT: usize = CODE_CHUNK * BANKS;

/// Most bytes that packed code may unpack to: twice what TIC-80 has room for,
/// so that a few packed bytes cannot fill the memory.
const PACKED_LIMIT: usize = CODE_LIMIT * 2;

/// A chunk that we keep without reading it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chunk {
    /// Type number, 0 to 31.
    pub kind: u8,
    /// Bank, 0 to 7.
    pub bank: u8,
    /// Bytes, 65,536 at most.
    #[serde(skip)]
    pub data: Vec<u8>,
}

/// A chunk where it lies in the file.
struct Found<'a> {
    kind: u8,
    bank: usize,
    offset: usize,
    data: &'a [u8],
}

/// The chunks of a file, and what was odd about them as a whole.
fn walk(bytes: &[u8]) -> (Vec<Found<'_>>, Vec<Warning>) {
    let mut chunks = Vec::new();
    let mut warnings = Vec::new();
    let mut at = 0;
    while bytes.len() - at >= HEAD {
        let kind = bytes[at] & 31;
        let bank = usize::from(bytes[at] >> 5);
        let mut claimed = usize::from(u16::from_le_bytes([bytes[at + 1], bytes[at + 2]]));
        if claimed == 0 && matches!(kind, CODE | BINARY) {
            claimed = CODE_CHUNK;
        }
        let offset = at + HEAD;
        let end = bytes.len().min(offset + claimed);
        let data = &bytes[offset..end];
        if data.len() < claimed {
            warnings.push(Warning::ClippedChunk {
                kind,
                offset,
                claimed,
                present: data.len(),
            });
        }
        chunks.push(Found {
            kind,
            bank,
            offset,
            data,
        });
        at = end;
    }
    if at < bytes.len() {
        warnings.push(Warning::StrayBytes {
            count: bytes.len() - at,
        });
    }
    (chunks, warnings)
}

/// Whether a type number means something to us or to TIC-80.
fn is_known(kind: u8) -> bool {
    Section::from_chunk(kind).is_some()
        || matches!(
            kind,
            COVER | CODE | OLD_PATTERNS | PACKED_CODE | DEFAULTS | BINARY | LANGUAGE
        )
}

/// Whether bytes are chunks to the last byte, which no text is by accident.
pub(crate) fn is_exact(bytes: &[u8]) -> bool {
    let (chunks, warnings) = walk(bytes);
    let reserved_is_zero = chunks.iter().all(|c| bytes[c.offset - 1] == 0);
    warnings.is_empty() && reserved_is_zero && chunks.iter().any(|c| is_known(c.kind))
}

/// Reads chunks.
pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Draft, CartError> {
    let (chunks, warnings) = walk(bytes);
    if !chunks.iter().any(|c| is_known(c.kind)) {
        return Err(CartError::NotACart {
            file: file.to_owned(),
            problem: "there is no chunk of a cart in it".to_owned(),
        });
    }
    let mut draft = Draft {
        banks: vec![Bank::default(); BANKS],
        warnings,
        ..Draft::default()
    };
    read_palettes(&mut draft, &chunks);
    let mut code = [None; BANKS];
    let mut packed = Vec::new();
    for chunk in &chunks {
        match chunk.kind {
            DEFAULTS => {}
            CODE => code[chunk.bank] = Some(chunk.data),
            PACKED_CODE => packed = unpack_code(file, chunk)?,
            LANGUAGE => draft.lang_id = chunk.data.first().copied().unwrap_or(0),
            COVER => read_cover(&mut draft, chunk),
            OLD_PATTERNS => {
                let patterns = Section::Patterns;
                load(&mut draft, patterns, chunk);
                volumes_to_commands(draft.banks[chunk.bank].get_mut(patterns));
            }
            kind => match Section::from_chunk(kind) {
                Some(Section::Palette) => {}
                Some(section) => load(&mut draft, section, chunk),
                None => draft.chunks.push(Chunk {
                    kind,
                    bank: chunk.bank as u8,
                    data: chunk.data.to_vec(),
                }),
            },
        }
    }
    // The first part of long code lies in the highest bank.
    draft.code = if packed.first().is_none_or(|&b| b == 0) {
        code.iter()
            .rev()
            .flatten()
            .copied()
            .flatten()
            .copied()
            .collect()
    } else {
        packed
    };
    if let Some(end) = draft.code.iter().position(|&b| b == 0) {
        let count = draft.code.len() - end - 1;
        draft.code.truncate(end);
        // Zeros at the end are only padding.
        if count > 0 {
            draft.warnings.push(Warning::CodeAfterZero { count });
        }
    }
    Ok(draft)
}

/// Palettes come first, wherever they lie: covers are matched to their colors.
fn read_palettes(draft: &mut Draft, chunks: &[Found<'_>]) {
    for chunk in chunks {
        if chunk.kind == Section::Palette.chunk() {
            load(draft, Section::Palette, chunk);
        } else if chunk.kind == DEFAULTS {
            draft.banks[chunk.bank].set_default_palette();
            draft.banks[chunk.bank].set_default_waves();
        }
    }
    let palette = draft.banks[0].get_mut(Section::Palette);
    if palette[..48].iter().all(|&b| b == 0) {
        palette[..48].copy_from_slice(&DB16);
    }
}

fn load(draft: &mut Draft, section: Section, chunk: &Found<'_>) {
    draft.banks[chunk.bank].load(section, chunk.data);
    if chunk.data.len() > section.size() {
        draft.warnings.push(Warning::LongChunk {
            section,
            bank: chunk.bank,
            cut: chunk.data.len() - section.size(),
        });
    }
}

/// The cover of old carts is a GIF; TIC-80 makes it the screen of bank 0.
fn read_cover(draft: &mut Draft, chunk: &Found<'_>) {
    match cover::decode(chunk.data, &draft.banks[0].colors()) {
        Ok(screen) => draft.banks[0].load(Section::Screen, &screen),
        Err(problem) => draft.warnings.push(Warning::Cover { problem }),
    }
    draft.cover = Some(chunk.data.to_vec());
}

/// In old patterns a row has a volume where it now has a command's first
/// parameter: notes without a command get the volume command.
fn volumes_to_commands(patterns: &mut [u8]) {
    const FIRST_NOTE: u8 = 4;
    const VOLUME_COMMAND: u8 = 1;
    for row in patterns.chunks_exact_mut(3) {
        let note = row[0] & 15;
        let command = row[1] >> 4 & 7;
        if note >= FIRST_NOTE && command == 0 {
            let volume = 15 - (row[0] >> 4);
            row[0] = note | volume << 4;
            row[1] = row[1] & 0x80 | VOLUME_COMMAND << 4 | volume;
        }
    }
}

fn unpack_code(file: &str, chunk: &Found<'_>) -> Result<Vec<u8>, CartError> {
    let damaged = |problem: String| CartError::PackedCode {
        file: file.to_owned(),
        offset: chunk.offset,
        problem,
    };
    // A zlib stream begins with two bytes of its own. The check sum at its
    // end is cut off in most real carts, so only the deflate stream counts.
    let deflated = chunk.data.get(2..).unwrap_or_default();
    unpack(DeflateDecoder::new(deflated), PACKED_LIMIT).map_err(damaged)
}

/// Unpacks a stream to at most `limit` bytes.
pub(crate) fn unpack(stream: impl Read, limit: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    stream
        .take(limit as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() > limit {
        return Err(format!("it unpacks to more than {limit} bytes"));
    }
    Ok(bytes)
}

/// Writes chunks.
pub(crate) fn write(cart: &Cart, form: Form) -> Written<Vec<u8>> {
    let code = cart.flat_code();
    if code.len() > CODE_LIMIT {
        return Err(CartError::CodeTooLarge {
            file: cart.name.clone(),
            bytes: code.len(),
            limit: CODE_LIMIT,
            form,
        });
    }
    let mut out = Vec::new();
    // Before all screens, so that it never replaces one when it is read again.
    if let Some(cover) = &cart.cover {
        push(&mut out, COVER, 0, cover);
    }
    for (index, bank) in cart.banks.iter().enumerate() {
        let defaults = bank.has_defaults();
        if defaults {
            push_head(&mut out, DEFAULTS, index, 0);
        }
        for section in [
            Section::Palette,
            Section::Waves,
            Section::Tiles,
            Section::Sprites,
            Section::Map,
            Section::Sfx,
            Section::Patterns,
            Section::Tracks,
            Section::Flags,
            Section::Screen,
        ] {
            let is_default = matches!(section, Section::Palette | Section::Waves);
            let used = bank.used_bytes(section);
            if used > 0 && !(defaults && is_default) {
                push(&mut out, section.chunk(), index, &bank.get(section)[..used]);
            }
        }
    }
    for (index, part) in code.chunks(CODE_CHUNK).rev().enumerate() {
        push(&mut out, CODE, index, part);
    }
    if cart.lang_id != 0 {
        push(&mut out, LANGUAGE, 0, &[cart.lang_id]);
    }
    for chunk in &cart.chunks {
        push(&mut out, chunk.kind, usize::from(chunk.bank), &chunk.data);
    }
    Ok((out, losses(cart, form)))
}

fn push(out: &mut Vec<u8>, kind: u8, bank: usize, data: &[u8]) {
    push_head(out, kind, bank, data.len());
    out.extend_from_slice(data);
}

/// A size of 65,536 wraps to the 0 that stands for it.
fn push_head(out: &mut Vec<u8>, kind: u8, bank: usize, size: usize) {
    let [low, high] = (size as u16).to_le_bytes();
    out.extend([kind & 31 | (bank as u8) << 5, low, high, 0]);
}

fn losses(cart: &Cart, form: Form) -> Vec<Loss> {
    let mut losses = cart.common_losses(form);
    let mut lose = |what| losses.push(Loss { form, what });
    if !cart.notes.is_empty() {
        lose(Lost::Notes(cart.note_names()));
    }
    if cart.banks[0].get(Section::Palette)[..48]
        .iter()
        .all(|&b| b == 0)
    {
        lose(Lost::BlackPalette);
    }
    losses
}

#[cfg(test)]
mod tests;
