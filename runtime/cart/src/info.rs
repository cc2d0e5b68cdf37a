//! What there is to say about a cart without running it: the data behind
//! `downbeat info`, as text or JSON.

use serde::Serialize;

use crate::cart::{Cart, Files};
use crate::form::Form;
use crate::header::{Dialect, Header, ScreenSize};
use crate::language::Language;
use crate::section::Section;
use crate::tic::{CODE_LIMIT, Chunk};
use crate::warning::Warning;

/// A cart in numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Info {
    /// Title, or the file's name.
    pub title: String,
    /// The form it was read from.
    pub form: Form,
    /// Which functions it sees.
    pub dialect: Dialect,
    /// Language of the code.
    pub language: Language,
    /// Size of its picture.
    pub screen: ScreenSize,
    /// All keys of the header.
    pub header: Header,
    /// Name of the persistent memory.
    pub memory_id: String,
    /// The main program.
    pub code: CodeInfo,
    /// Sections in use, by bank.
    pub banks: Vec<BankInfo>,
    /// Modules of a folder.
    pub modules: Vec<FileInfo>,
    /// Other files of a folder.
    pub files: Vec<FileInfo>,
    /// Bytes of the old cover GIF.
    pub cover: Option<usize>,
    /// Chunks that mean nothing to us.
    pub chunks: Vec<Chunk>,
    /// What was odd when it was read.
    pub warnings: Vec<Warning>,
}

/// Size of the main program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CodeInfo {
    /// Bytes.
    pub bytes: usize,
    /// Lines.
    pub lines: usize,
    /// Most bytes that a .tic file holds.
    pub tic_limit: usize,
}

/// Sections of a bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BankInfo {
    /// Number of the bank, 0 to 7.
    pub bank: usize,
    /// Sections with a byte that is not zero.
    pub sections: Vec<SectionInfo>,
}

/// How much of a section is in use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SectionInfo {
    /// The section.
    pub section: Section,
    /// Rows (tiles, effects, map rows ...) with a byte that is not zero.
    pub rows_used: usize,
    /// Rows of the section.
    pub rows: usize,
    /// Bytes without the zeros at the end.
    pub bytes_used: usize,
    /// Bytes of the section.
    pub bytes: usize,
}

/// A file of a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileInfo {
    /// Path in the folder.
    pub path: String,
    /// Bytes.
    pub bytes: usize,
}

impl Cart {
    /// Describes the cart.
    pub fn info(&self) -> Info {
        let files = |files: &Files| {
            files
                .iter()
                .map(|(path, data)| FileInfo {
                    path: path.clone(),
                    bytes: data.len(),
                })
                .collect()
        };
        Info {
            title: self.title().to_owned(),
            form: self.form,
            dialect: self.dialect,
            language: self.language,
            screen: self.header.screen_size(),
            header: self.header.clone(),
            memory_id: self.memory_id(),
            code: CodeInfo {
                bytes: self.code.len(),
                lines: count_lines(&self.code),
                tic_limit: CODE_LIMIT,
            },
            banks: self.bank_infos(),
            modules: files(&self.modules),
            files: files(&self.files),
            cover: self.cover.as_ref().map(Vec::len),
            chunks: self.chunks.clone(),
            warnings: self.warnings.clone(),
        }
    }

    fn bank_infos(&self) -> Vec<BankInfo> {
        let mut infos = Vec::new();
        for (index, bank) in self.banks.iter().enumerate() {
            let sections: Vec<_> = Section::ALL
                .into_iter()
                .filter(|&section| bank.is_used(section))
                .map(|section| SectionInfo {
                    section,
                    rows_used: (0..section.rows())
                        .filter(|&row| bank.row(section, row).iter().any(|&b| b != 0))
                        .count(),
                    rows: section.rows(),
                    bytes_used: bank.used_bytes(section),
                    bytes: section.size(),
                })
                .collect();
            if !sections.is_empty() {
                infos.push(BankInfo {
                    bank: index,
                    sections,
                });
            }
        }
        infos
    }
}

/// Lines of a text; a last line without line end counts.
fn count_lines(text: &[u8]) -> usize {
    if text.is_empty() {
        return 0;
    }
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.split(|&b| b == b'\n').count()
}
