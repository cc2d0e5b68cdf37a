//! Hostile arguments: nothing panics, and nothing takes long.

use super::machine;
use crate::{
    ColorKeys, EffectCall, Input, MapView, MusicCall, ScannedTriangle, Sprite, TextureSource,
    TexturedTriangle,
};

const NUMBERS: [i32; 11] = [
    i32::MIN,
    i32::MIN + 1,
    -1_000_000,
    -129,
    -1,
    0,
    1,
    7,
    100_000,
    i32::MAX - 1,
    i32::MAX,
];

const FLOATS: [f32; 11] = [
    f32::NEG_INFINITY,
    f32::MIN,
    -1e9,
    -0.5,
    0.0,
    f32::MIN_POSITIVE,
    3.5,
    1e6,
    f32::MAX,
    f32::INFINITY,
    f32::NAN,
];

/// All pairs of numbers.
fn pairs() -> impl Iterator<Item = (i32, i32)> {
    NUMBERS
        .into_iter()
        .flat_map(|a| NUMBERS.into_iter().map(move |b| (a, b)))
}

#[test]
fn shapes_with_extreme_integers() {
    let mut machine = machine(64, 64);
    for (x, y) in pairs() {
        for (w, h) in pairs() {
            machine.rect(x, y, w, h, w);
            machine.rectb(x, y, w, h, h);
            machine.elli(x, y, w, h, 1);
            machine.ellib(x, y, w, h, 2);
            machine.clip(Some((x, y, w, h)));
            machine.cls(3);
            machine.clip(None);
        }
        machine.circ(x, x, y, 4);
        machine.circb(x, y, y, 4);
        machine.set_pix(x, y, x);
        machine.pix(x, y);
        machine.paint(x, y, x, y);
    }
}

#[test]
fn sprites_and_maps_with_extreme_integers() {
    let mut machine = machine(64, 64);
    let keys = ColorKeys::NONE;
    for segment in 0..16 {
        machine.poke(0x3FFC, segment, 8);
        for (x, y) in pairs() {
            for scale in NUMBERS {
                let (id, flip, rotate, width, height) = (x.wrapping_add(scale), x, y, scale, y);
                machine.spr(&Sprite {
                    id,
                    x,
                    y,
                    keys,
                    scale,
                    flip,
                    rotate,
                    width,
                    height,
                });
                machine.spr(&Sprite {
                    id,
                    x: 0,
                    y: 0,
                    keys,
                    scale,
                    flip,
                    rotate,
                    width,
                    height,
                });
                machine.map(&MapView {
                    x,
                    y,
                    width: scale,
                    height: y,
                    screen_x: y,
                    screen_y: x,
                    keys,
                    scale: x,
                });
                machine.draw_cell(x, y, x, keys, scale, x, y);
            }
        }
    }
}

#[test]
fn text_with_extreme_integers() {
    let mut machine = machine(64, 64);
    for (x, y) in pairs() {
        for scale in NUMBERS {
            machine.print(b"a\nb", x, y, x, x > 0, scale, y > 0);
            machine.font(b"a\nb", x, y, x, y, x, x > 0, scale, y > 0);
        }
    }
}

#[test]
fn lines_and_triangles_with_extreme_floats() {
    let mut machine = machine(64, 64);
    let keys = ColorKeys::NONE;
    for a in FLOATS {
        for b in FLOATS {
            for c in FLOATS {
                for d in FLOATS {
                    machine.line(a, b, c, d, 1);
                    let corners = [[a, b], [c, d], [20.0, 30.0]];
                    machine.tri(corners, 2);
                    machine.trib(corners, 3);
                    let texture = [[c, a], [b, d], [a, 30.0]];
                    let source = TextureSource::OtherBank;
                    let depths = Some([c, d, 1.0]);
                    machine.ttri(&TexturedTriangle {
                        corners,
                        texture,
                        source,
                        keys,
                        depths,
                    });
                    machine.textri(&ScannedTriangle {
                        corners,
                        texture,
                        from_map: true,
                        keys,
                    });
                }
            }
        }
    }
}

#[test]
fn memory_with_extreme_integers() {
    let mut machine = machine(64, 64);
    for (a, b) in pairs() {
        for bits in [0, 1, 2, 3, 4, 8, 16, 255] {
            machine.poke(a, b, bits);
            machine.peek(a, bits);
        }
        for c in NUMBERS {
            machine.memcpy(a, b, c);
            machine.memset(a, b, c);
        }
        machine.mset(a, b, a);
        machine.mget(a, b);
        machine.fset(a, b, true);
        machine.fget(a, b);
        machine.vbank(a);
        let _ = machine.sync(a, b, false);
        machine.set_pmem(a as usize, b as u32);
        machine.pmem(a as usize);
        machine.btnp(a, b, a);
        machine.keyp(a as u8, b, a);
        machine.compose_row(a as usize);
    }
}

#[test]
fn sound_with_extreme_integers() {
    let mut machine = machine(64, 64);
    for (a, b) in pairs() {
        let _ = machine.sfx(&EffectCall {
            id: a.min(63),
            note: Some(b),
            duration: b,
            channel: b.clamp(0, 3),
            volume: [a as u8, b as u8],
            speed: Some(b),
        });
        let _ = machine.music(&MusicCall {
            track: a.min(7),
            frame: b,
            row: b,
            looped: a > 0,
            sustain: b > 0,
            tempo: b,
            speed: b,
        });
        for _ in 0..3 {
            machine.begin_tick(&Input::default());
            machine.end_tick();
        }
    }
}
