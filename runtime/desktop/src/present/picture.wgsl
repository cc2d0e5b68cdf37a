// Draws the picture into its rectangle of the window, black around it. The
// arithmetic is that of layout.rs, in whole numbers, so no pixel is blurred.

struct Place {
    origin: vec2<u32>,
    size: vec2<u32>,
    picture: vec2<u32>,
    // 1 if the surface turns linear light into sRGB when it is written.
    encodes: u32,
    padding: u32,
}

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var<uniform> place: Place;

// One triangle that covers the whole window.
@vertex
fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let x = f32(index & 1u) * 4.0 - 1.0;
    let y = f32(index >> 1u) * 4.0 - 1.0;
    return vec4<f32>(x, y, 0.0, 1.0);
}

fn linear(value: f32) -> f32 {
    if value <= 0.04045 {
        return value / 12.92;
    }
    return pow((value + 0.055) / 1.055, 2.4);
}

@fragment
fn color(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    // Left of or above the rectangle wraps to a huge number, so one
    // comparison answers for both sides.
    let at = vec2<u32>(position.xy) - place.origin;
    if any(at >= place.size) {
        return vec4<f32>(0.0, 0.0, 0.0, 1.0);
    }
    let shown = textureLoad(picture, at * place.picture / place.size, 0).rgb;
    if place.encodes == 1u {
        return vec4<f32>(linear(shown.r), linear(shown.g), linear(shown.b), 1.0);
    }
    return vec4<f32>(shown, 1.0);
}
