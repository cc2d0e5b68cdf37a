//! Compiles Lua 5.4 from the sources that the crate `lua-src` carries.
//!
//! They are copied to the build folder, patched there (see `patches.rs`) and
//! compiled with our `downbeat.h` and `downbeat.c`. Nothing of Lua is kept in
//! this repository, and `mlua-sys` links nothing itself (feature `external`).
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    missing_docs,
    reason = "a build script reads files and speaks to cargo on stdout"
)]

mod patches;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of `lua-src` that holds the sources.
const FOLDER: &str = "lua-5.4.9";

/// The core and the libraries that are compiled as one file: what the
/// interpreter and `table.sort`, `coroutine.resume` or our functions call in
/// each other is then inlined, on every compiler alike.
const TOGETHER: &[&str] = &[
    "lzio.c",
    "lctype.c",
    "lopcodes.c",
    "lmem.c",
    "lundump.c",
    "ldump.c",
    "lstate.c",
    "lgc.c",
    "llex.c",
    "lcode.c",
    "lparser.c",
    "ldebug.c",
    "lfunc.c",
    "lobject.c",
    "ltm.c",
    "lstring.c",
    "ltable.c",
    "ldo.c",
    "lvm.c",
    "lapi.c",
    "downbeat.c",
    "marks.c",
    "refusal.c",
    "digest.c",
    "lauxlib.c",
    "lcorolib.c",
    "ldblib.c",
    "ltablib.c",
];

/// Sources of ours, in the folder `build`.
const OURS: [&str; 6] = [
    "downbeat.h",
    "downbeat.c",
    "marks.h",
    "marks.c",
    "refusal.c",
    "digest.c",
];

/// Libraries with character classes or maths of their own (`downbeat.h`).
const ALONE: &[&str] = &["lbaselib.c", "lmathlib.c", "lstrlib.c"];

/// What stands before the files of `TOGETHER`: their functions for each other
/// become private to the one file.
const ONE_FILE: &str = r#"#define LUA_CORE
#define LUA_LIB
#define lvm_c
#include "lprefix.h"
#include "luaconf.h"
#undef LUAI_FUNC
#undef LUAI_DDEC
#undef LUAI_DDEF
#define LUAI_FUNC  static
#define LUAI_DDEC(definition)  /* the definition itself comes first */
#define LUAI_DDEF  static
"#;

fn main() {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-env-changed=DOWNBEAT_LUA_ASAN");
    println!("cargo:rustc-check-cfg=cfg(lua_asan)");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let lua = out.join("lua");
    copy_sources(&find_sources(), &lua);
    for name in OURS {
        fs::copy(Path::new("build").join(name), lua.join(name))
            .unwrap_or_else(|error| panic!("cannot copy build/{name}: {error}"));
    }
    for patch in patches::all() {
        apply(&lua, patch);
    }
    compile(&lua);
}

/// The folder with Lua's sources, asked from cargo.
fn find_sources() -> PathBuf {
    // Offline first, so that a build without a network works; the platform
    // filter spares crates of other systems, which may not be downloaded.
    metadata(true)
        .or_else(|_| metadata(false))
        .unwrap_or_else(|error| panic!("cannot find the Lua sources of the crate lua-src: {error}"))
}

fn metadata(offline: bool) -> Result<PathBuf, String> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["metadata", "--format-version", "1"]);
    if let Ok(target) = env::var("TARGET") {
        command.args(["--filter-platform", &target]);
    }
    if offline {
        command.arg("--offline");
    }
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let json: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    json["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|package| package["name"] == "lua-src")
        .filter_map(|package| package["manifest_path"].as_str())
        .filter_map(|manifest| Path::new(manifest).parent())
        .map(|crate_folder| crate_folder.join(FOLDER))
        .find(|folder| folder.join("lua.h").is_file())
        .ok_or_else(|| format!("no lua-src with a folder {FOLDER} among the dependencies"))
}

fn copy_sources(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the build folder can be written");
    let entries = fs::read_dir(from)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", from.display()));
    for entry in entries {
        let path = entry.expect("a folder just opened can be listed").path();
        let extension = path.extension().and_then(|text| text.to_str());
        if matches!(extension, Some("c" | "h")) {
            let name = path.file_name().expect("a listed file has a name");
            // Read and write rather than copy: a registry's files may be
            // read-only, and the copies are patched.
            let text = fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
            fs::write(to.join(name), text.replace("\r\n", "\n"))
                .unwrap_or_else(|error| panic!("cannot write {}: {error}", to.display()));
        }
    }
}

fn apply(folder: &Path, patch: &patches::Patch) {
    let path = folder.join(patch.file);
    let text = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("patch `{}`: {}: {error}", patch.name, patch.file));
    let places = text.matches(patch.find).count();
    assert!(
        places == 1,
        "patch `{}`: its text is in {} {places} times, not once; did the version of lua-src change?\n{}",
        patch.name,
        patch.file,
        patch.find,
    );
    fs::write(&path, text.replace(patch.find, patch.replace))
        .unwrap_or_else(|error| panic!("patch `{}`: {error}", patch.name));
}

fn compile(lua: &Path) {
    let os = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let width = env::var("CARGO_CFG_TARGET_POINTER_WIDTH").unwrap_or_default();
    assert!(
        width == "64",
        "the arena needs a 64-bit target, not {width}-bit"
    );
    let mut build = cc::Build::new();
    build
        .include(lua)
        .warnings(false)
        .opt_level(3)
        // math.pow and its kind, and __lt standing in for __le.
        .define("LUA_COMPAT_5_3", None)
        // A fused multiply-add rounds once instead of twice.
        .flag_if_supported("-ffp-contract=off");
    if os != "windows" {
        // setjmp without the signal mask; nothing else here depends on it.
        build.define("LUA_USE_POSIX", None);
    }
    if env::var_os("DOWNBEAT_LUA_ASAN").is_some_and(|value| value == "1") {
        println!("cargo:rustc-cfg=lua_asan");
        println!("cargo:rustc-link-lib=dylib=asan");
        build
            .compiler("gcc")
            .opt_level(1)
            .flag("-fsanitize=address")
            .flag("-fno-omit-frame-pointer")
            .flag("-g")
            .define("LUAI_ASSERT", None)
            .define("LUA_USE_APICHECK", None);
    }
    let one_file = TOGETHER.iter().fold(ONE_FILE.to_owned(), |text, source| {
        format!("{text}#include \"{source}\"\n")
    });
    let path = lua.join("one_file.c");
    fs::write(&path, one_file)
        .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
    build.file(path);
    for source in ALONE {
        build.file(lua.join(source));
    }
    // Nobody outside the program may replace these functions, so they may be
    // inlined.
    build.flag_if_supported("-fvisibility=hidden");
    build.compile("downbeat_lua");
}
