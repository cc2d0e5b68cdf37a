//! The system packages that building, playing, testing and measuring
//! need on Linux.
//!
//! Installed where that is possible without a question, otherwise named in a
//! line to type. macOS and Windows need none.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::step;

/// What a package is needed for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum For {
    /// Nothing can be compiled without it.
    Building,
    /// The window cannot open without it.
    Playing,
    /// A test is skipped without it.
    Testing,
    /// Instructions are not counted without it.
    Measuring,
}

/// How the presence of a package is seen.
enum Sign {
    /// A program on the PATH.
    Program(&'static str),
    /// A library that pkg-config knows.
    PkgConfig(&'static str),
    /// A shared library that the loader finds.
    Library(&'static str),
    /// A file whose name begins so, in one of the Vulkan driver folders.
    VulkanDriver(&'static str),
}

/// A thing that is needed, and its package in each family of systems.
struct Need {
    sign: Sign,
    purpose: For,
    /// What is missing without it, for the message.
    gives: &'static str,
    apt: &'static str,
    dnf: &'static str,
    pacman: &'static str,
    zypper: &'static str,
}

/// Makes a [`Need`] of a table row: packages for apt, dnf, pacman, zypper.
const fn need(
    purpose: For,
    sign: Sign,
    [apt, dnf, pacman, zypper]: [&'static str; 4],
    gives: &'static str,
) -> Need {
    Need {
        sign,
        purpose,
        gives,
        apt,
        dnf,
        pacman,
        zypper,
    }
}

#[rustfmt::skip]
const NEEDS: &[Need] = &[
    need(For::Building, Sign::Program("cc"),
        ["gcc", "gcc", "gcc", "gcc"], "compiling Lua"),
    need(For::Building, Sign::Program("pkg-config"),
        ["pkg-config", "pkgconf-pkg-config", "pkgconf", "pkgconf-pkg-config"], "finding libudev and ALSA"),
    need(For::Building, Sign::PkgConfig("libudev"),
        ["libudev-dev", "systemd-devel", "systemd-libs", "systemd-devel"], "gamepads"),
    need(For::Building, Sign::PkgConfig("alsa"),
        ["libasound2-dev", "alsa-lib-devel", "alsa-lib", "alsa-devel"], "sound"),
    need(For::Playing, Sign::Library("libX11.so.6"),
        ["libx11-6", "libX11", "libx11", "libX11-6"], "a window under X11"),
    need(For::Playing, Sign::Library("libX11-xcb.so.1"),
        ["libx11-xcb1", "libX11-xcb", "libx11", "libX11-xcb1"], "a window under X11"),
    need(For::Playing, Sign::Library("libXcursor.so.1"),
        ["libxcursor1", "libXcursor", "libxcursor", "libXcursor1"], "a window under X11"),
    need(For::Playing, Sign::Library("libXi.so.6"),
        ["libxi6", "libXi", "libxi", "libXi6"], "a window under X11"),
    need(For::Playing, Sign::Library("libxkbcommon-x11.so.0"),
        ["libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11", "libxkbcommon-x11-0"],
        "the keyboard under X11"),
    need(For::Testing, Sign::Program("Xvfb"),
        ["xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb", "xorg-x11-server-Xvfb"],
        "the window tests"),
    need(For::Testing, Sign::Program("xdotool"),
        ["xdotool", "xdotool", "xdotool", "xdotool"], "key presses in the window tests"),
    need(For::Testing, Sign::Program("import"),
        ["imagemagick", "ImageMagick", "imagemagick", "ImageMagick"],
        "screenshots in the window tests"),
    need(For::Testing, Sign::Library("libvulkan.so.1"),
        ["libvulkan1", "vulkan-loader", "vulkan-icd-loader", "libvulkan1"],
        "the window tests of the GPU presenter"),
    need(For::Testing, Sign::VulkanDriver("lvp_icd"),
        ["mesa-vulkan-drivers", "mesa-vulkan-drivers", "vulkan-swrast", "libvulkan_lvp"],
        "the window tests of the GPU presenter"),
    need(For::Measuring, Sign::Program("valgrind"),
        ["valgrind", "valgrind", "valgrind", "valgrind"], "counting instructions in benchmarks"),
];

/// The package managers we know the names for.
#[derive(Clone, Copy)]
enum Manager {
    Apt,
    Dnf,
    Pacman,
    Zypper,
}

impl Manager {
    fn find() -> Option<Manager> {
        [
            ("apt-get", Manager::Apt),
            ("dnf", Manager::Dnf),
            ("pacman", Manager::Pacman),
            ("zypper", Manager::Zypper),
        ]
        .into_iter()
        .find(|(program, _)| on_path(program))
        .map(|(_, manager)| manager)
    }

    fn package(self, need: &Need) -> &'static str {
        match self {
            Manager::Apt => need.apt,
            Manager::Dnf => need.dnf,
            Manager::Pacman => need.pacman,
            Manager::Zypper => need.zypper,
        }
    }

    /// The command that installs, as a person would type it as root.
    fn command(self) -> &'static str {
        match self {
            Manager::Apt => "apt-get install -y --no-install-recommends",
            Manager::Dnf => "dnf install -y",
            Manager::Pacman => "pacman -S --needed --noconfirm",
            Manager::Zypper => "zypper --non-interactive install",
        }
    }
}

/// Makes sure that the packages for these purposes are there.
///
/// An error if something stays missing that building needs, or anything at
/// all on a build server; otherwise what will be missing is printed.
pub(crate) fn ensure(purposes: &[For]) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let mut missing = look(purposes);
    if missing.is_empty() {
        println!("system packages: all there");
        return Ok(());
    }
    let manager = Manager::find();
    if let Some(Manager::Apt) = manager
        && let Some(prefix) = root_prefix()
    {
        install(&prefix, &packages(Manager::Apt, &missing))?;
        missing = look(purposes);
        if missing.is_empty() {
            return Ok(());
        }
    }
    for need in &missing {
        println!("missing: {} ({})", need.apt, need.gives);
    }
    match manager {
        Some(manager) => println!(
            "To install what is missing, type:\n\n    sudo {} {}\n",
            manager.command(),
            packages(manager, &missing).join(" ")
        ),
        None => println!("Install these with your system's package manager (names as in Debian)."),
    }
    if missing.iter().any(|need| need.purpose == For::Building) {
        bail!("system packages are missing that the build needs; see the line above");
    }
    if step::strict() {
        bail!("system packages are missing, and on a build server nothing may be skipped");
    }
    println!("Going on; what needs them is skipped or fails.");
    Ok(())
}

fn look(purposes: &[For]) -> Vec<&'static Need> {
    NEEDS
        .iter()
        .filter(|need| purposes.contains(&need.purpose) && !need.sign.is_there())
        .collect()
}

fn packages(manager: Manager, needs: &[&Need]) -> Vec<&'static str> {
    let mut names: Vec<_> = needs.iter().map(|need| manager.package(need)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What to put before a command so that it runs as root without a question.
fn root_prefix() -> Option<Vec<&'static str>> {
    let id = Command::new("id").arg("-u").output().ok()?;
    if id.stdout.trim_ascii() == b"0" {
        return Some(Vec::new());
    }
    let sudo = Command::new("sudo")
        .args(["-n", "true"])
        .stderr(Stdio::null())
        .status();
    sudo.is_ok_and(|status| status.success())
        .then(|| vec!["sudo", "-n"])
}

fn install(prefix: &[&str], packages: &[&str]) -> Result<()> {
    println!("installing system packages: {}", packages.join(" "));
    let run = |line: &str, more: &[&str]| -> Result<bool> {
        let mut words = prefix.iter().copied().chain(line.split(' '));
        let status = Command::new(words.next().context("an empty command")?)
            .args(words)
            .args(more)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .status()?;
        Ok(status.success())
    };
    // An old list of packages names files that are gone, so it is renewed.
    if !run("apt-get update", &[])? {
        println!("the list of packages could not be renewed; trying with the old one");
    }
    if !run(Manager::Apt.command(), packages)? {
        println!("not every package could be installed");
    }
    Ok(())
}

impl Sign {
    fn is_there(&self) -> bool {
        match self {
            Sign::Program(name) => on_path(name),
            Sign::PkgConfig(name) => Command::new("pkg-config")
                .args(["--exists", name])
                .status()
                .is_ok_and(|status| status.success()),
            Sign::Library(name) => loader_finds(name),
            Sign::VulkanDriver(start) => ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"]
                .iter()
                .any(|folder| holds(Path::new(folder), start)),
        }
    }
}

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn loader_finds(library: &str) -> bool {
    // ldconfig lives in a folder that is not on every user's PATH.
    ["ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"]
        .iter()
        .find_map(|program| Command::new(program).arg("-p").output().ok())
        .map_or_else(
            || {
                library_folders()
                    .iter()
                    .any(|folder| folder.join(library).exists())
            },
            |listed| {
                let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
                listed
                    .lines()
                    .any(|line| line.split_whitespace().next() == Some(library))
            },
        )
}

fn library_folders() -> Vec<PathBuf> {
    let machine = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    [machine.as_str(), "/usr/lib64", "/usr/lib", "/lib"]
        .map(PathBuf::from)
        .to_vec()
}

fn holds(folder: &Path, start: &str) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.file_name().to_string_lossy().starts_with(start))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_one_name_are_asked_for_once() {
        let needs: Vec<&Need> = NEEDS.iter().collect();
        let names = packages(Manager::Pacman, &needs);
        assert_eq!(names.iter().filter(|name| **name == "libx11").count(), 1);
    }

    #[test]
    fn a_program_that_does_not_exist_is_missing() {
        assert!(!Sign::Program("no-program-of-this-name").is_there());
        assert!(!Sign::Library("libno-library-of-this-name.so.0").is_there());
    }

    #[test]
    fn every_need_has_a_package_in_every_family() {
        for need in NEEDS {
            for name in [need.apt, need.dnf, need.pacman, need.zypper] {
                assert!(!name.is_empty());
            }
        }
    }
}
