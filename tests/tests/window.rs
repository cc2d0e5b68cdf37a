//! The window as a person sees it: the real program under Xvfb, its pixels in
//! a screenshot, and keys that move things.
//!
//! Skipped, saying so, where Xvfb, xdotool or Image Magick is missing; on a
//! build server that fails.
#![allow(clippy::disallowed_methods, reason = "tests run programs and wait")]

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use tests::difference::{self, Pixels};
use tests::display::{self, Display};
use tests::program;

/// Longest time to wait for something to show; a loaded machine is slow.
const PATIENCE: Duration = Duration::from_secs(30);

/// The window's scale on the screen that the tests open.
const SCALE: usize = 3;

/// The program playing a case of `suite/window`; ends with this value.
struct Player {
    process: Child,
    window: String,
}

impl Player {
    fn start(display: &Display, case: &str, presenter: &str) -> Player {
        let cart = tests::root().join(format!("tests/suite/window/{case}/cart.lua"));
        let mut command = program::downbeat().expect("the program is built");
        command
            .arg("run")
            .arg(cart)
            .args(["--presenter", presenter]);
        command.stdout(Stdio::null());
        display.give_to(&mut command);
        let mut process = command.spawn().expect("the program starts");
        let window = display
            .window_of(&mut process, PATIENCE)
            .expect("a window opens");
        Player { process, window }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Takes screenshots until one passes; the last one is kept otherwise.
#[track_caller]
fn eventually<T>(display: &Display, name: &str, found: impl Fn(&Pixels) -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        let shot = display.screenshot().expect("a screenshot");
        if let Some(found) = found(&shot) {
            return found;
        }
        if Instant::now() > end {
            let kept =
                display::keep(&format!("{name}.png"), &shot).expect("the target is writable");
            panic!("not seen within {PATIENCE:?}; the last screenshot is {kept}");
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Where a picture stands in a larger one, pixel for pixel.
fn find(small: &Pixels, large: &Pixels) -> Option<(usize, usize)> {
    let right = large.width.checked_sub(small.width)?;
    let bottom = large.height.checked_sub(small.height)?;
    let row = |pixels: &Pixels, x: usize, y: usize, width: usize| {
        let start = (y * pixels.width + x) * 4;
        pixels.rgba[start..start + width * 4].to_vec()
    };
    let first = row(small, 0, 0, small.width);
    for top in 0..=bottom {
        for left in 0..=right {
            let corner = small.at(0, 0) == large.at(left, top);
            if corner
                && row(large, left, top, small.width) == first
                && large.part(left, top, small.width, small.height) == *small
            {
                return Some((left, top));
            }
        }
    }
    None
}

/// The left top corner of the white square of the case `move`, in pixels of
/// the screenshot.
fn square(shot: &Pixels) -> Option<(usize, usize)> {
    (0..shot.height)
        .flat_map(|y| (0..shot.width).map(move |x| (x, y)))
        .find(|&(x, y)| shot.at(x, y) == Some([0xf4, 0xf4, 0xf4, 255]))
}

fn shows_exact_pixels(presenter: &str) {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let picture = tests::root().join("tests/suite/window/still/frame-1.png");
    let expected = difference::read(&picture)
        .expect("the case has a picture")
        .scaled(SCALE);
    let _player = Player::start(&display, "still", presenter);
    eventually(&display, &format!("still-{presenter}"), |shot| {
        find(&expected, shot)
    });
}

fn keys_move_things(presenter: &str) {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let player = Player::start(&display, "move", presenter);
    let name = format!("move-{presenter}");
    let (x, y) = eventually(&display, &name, square);
    // Without a window manager nobody gives the window the keyboard.
    display
        .xdotool(&["windowfocus", "--sync", &player.window])
        .expect("a focus");
    display.xdotool(&["keydown", "Right"]).expect("a key press");
    let moved = eventually(&display, &name, |shot| {
        square(shot).filter(|place| place.0 >= x + 10 * SCALE)
    });
    assert_eq!(moved.1, y, "it moves to the right only");
    display.xdotool(&["keyup", "Right"]).expect("a key release");
    display.xdotool(&["keydown", "Down"]).expect("a key press");
    eventually(&display, &name, |shot| {
        square(shot).filter(|place| place.1 >= y + 10 * SCALE)
    });
    display.xdotool(&["keyup", "Down"]).expect("a key release");
    // A key that was let go moves nothing any more.
    std::thread::sleep(Duration::from_millis(500));
    let rest = eventually(&display, &name, square);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(eventually(&display, &name, square), rest);
}

/// In a window of any size, each pixel is a square of whole pixels.
fn any_size_keeps_pixels_square(presenter: &str) {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let picture = tests::root().join("tests/suite/window/still/frame-1.png");
    let picture = difference::read(&picture).expect("the case has a picture");
    let player = Player::start(&display, "still", presenter);
    // The second is not a multiple of anything; both have room for a border.
    for (width, height, scale) in [("1000", "700", 3), ("613", "355", 2), ("300", "200", 1)] {
        let size = ["windowsize", &player.window, width, height];
        display.xdotool(&size).expect("a new size");
        let expected = picture.scaled(scale);
        let name = format!("size-{width}-{presenter}");
        eventually(&display, &name, |shot| find(&expected, shot));
    }
}

/// The color at the tip of the pointer, once the cart has seen it there.
fn the_mouse_points(presenter: &str) {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let player = Player::start(&display, "mouse", presenter);
    let name = format!("mouse-{presenter}");
    for (x, y) in [(300, 200), (431, 87)] {
        let (across, down) = (x.to_string(), y.to_string());
        let move_to = ["mousemove", "--window", &player.window, &across, &down];
        display.xdotool(&move_to).expect("the pointer moves");
        eventually(&display, &name, |shot| {
            (shot.at(x, y) == Some([0xf4, 0xf4, 0xf4, 255])).then_some(())
        });
    }
    display
        .xdotool(&["mousedown", "1"])
        .expect("a button press");
    eventually(&display, &name, |shot| {
        (shot.at(431, 87) == Some([0xb1, 0x3e, 0x53, 255])).then_some(())
    });
    display
        .xdotool(&["mouseup", "1"])
        .expect("a button release");
}

#[test]
fn any_size_keeps_pixels_square_with_the_cpu_presenter() {
    any_size_keeps_pixels_square("cpu");
}

#[test]
fn any_size_keeps_pixels_square_with_the_gpu_presenter() {
    any_size_keeps_pixels_square("gpu");
}

#[test]
fn the_mouse_points_with_the_cpu_presenter() {
    the_mouse_points("cpu");
}

#[test]
fn the_mouse_points_with_the_gpu_presenter() {
    the_mouse_points("gpu");
}

#[test]
fn the_cpu_presenter_shows_exact_pixels() {
    shows_exact_pixels("cpu");
}

#[test]
fn the_gpu_presenter_shows_exact_pixels() {
    shows_exact_pixels("gpu");
}

#[test]
fn keys_move_things_with_the_cpu_presenter() {
    keys_move_things("cpu");
}

#[test]
fn keys_move_things_with_the_gpu_presenter() {
    keys_move_things("gpu");
}

#[test]
fn a_picture_is_found_where_it_stands() {
    let mut large = Pixels::black(20, 10);
    let small = Pixels {
        width: 2,
        height: 1,
        rgba: vec![1, 2, 3, 255, 4, 5, 6, 255],
    };
    assert_eq!(find(&small, &large), None);
    let start = (7 * 20 + 9) * 4;
    large.rgba[start..start + 8].copy_from_slice(&small.rgba);
    assert_eq!(find(&small, &large), Some((9, 7)));
    large.rgba[start] = 9;
    assert_eq!(find(&small, &large), None);
}
