//! The subcommands, one file each.

pub(crate) mod calibrate;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod doctor;
pub(crate) mod generate;
pub(crate) mod info;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod test;
