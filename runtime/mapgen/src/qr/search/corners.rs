//! Three finder patterns that may be the corners of one code: of nearly one
//! size, at right angles, about as far from the one in between. Tilting the
//! sheet bends all that, so much is allowed; the best are tried first.

use super::finders::Frame;

/// How much longer one side or one pattern may look than another.
const MOST_TILT: i64 = 250;
/// Farthest that patterns are apart, in widths of one. The largest code has 24,
/// and a tilted one looks narrower.
const FARTHEST: i64 = 40;

/// The places where codes may be, the likeliest first: for every three of these
/// rings that may be corners, what lies around them in a picture of this size.
pub(super) fn places(rings: &[Frame], width: usize, height: usize) -> Vec<Frame> {
    let mut places = Vec::new();
    for (at, &middle) in rings.iter().enumerate() {
        for (number, &one) in rings.iter().enumerate() {
            for (other_number, &other) in rings.iter().enumerate().skip(number + 1) {
                if at == number || at == other_number {
                    continue;
                }
                if let Some(bend) = bend(middle, one, other) {
                    places.push((bend, around(middle.with(one).with(other), width, height)));
                }
            }
        }
    }
    places.sort_by_key(|&(bend, frame)| (bend, frame.top, frame.left));
    places.into_iter().map(|(_, frame)| frame).collect()
}

/// How far three rings are from the corners of a code seen from above, in
/// hundredths; none if they are no corners.
fn bend(middle: Frame, one: Frame, other: Frame) -> Option<i64> {
    let (right, down) = (way(middle, one), way(middle, other));
    let length = |(x, y): (i64, i64)| (x * x + y * y).isqrt();
    let (wide, high) = (length(right), length(down));
    let sides = [middle, one, other].map(|ring| ring.width().max(ring.height()) as i64);
    let least = sides.into_iter().min().unwrap_or(0).max(1);
    let most = sides.into_iter().max().unwrap_or(0);
    // Places are doubled.
    let near = wide.min(high);
    let far = wide.max(high);
    if near < most * 2 || far > least * 2 * FARTHEST {
        return None;
    }
    let slant = (right.0 * down.0 + right.1 * down.1).abs() * 100 / (wide * high);
    let (tilt, growth) = (far * 100 / near, most * 100 / least);
    let is_code = slant <= 60 && tilt <= MOST_TILT && growth <= MOST_TILT;
    is_code.then_some(slant + tilt + growth)
}

/// From the middle of a frame to that of another, doubled.
fn way(from: Frame, to: Frame) -> (i64, i64) {
    let middle = |frame: Frame| {
        let (x, y) = (frame.left + frame.right, frame.top + frame.bottom);
        (x as i64, y as i64)
    };
    let (from, to) = (middle(from), middle(to));
    (to.0 - from.0, to.1 - from.1)
}

/// What lies around three corners, however the code is turned: its fourth
/// corner is at most half of the longer side away.
fn around(corners: Frame, width: usize, height: usize) -> Frame {
    let margin = corners.width().max(corners.height()) / 2 + 8;
    Frame {
        left: corners.left.saturating_sub(margin),
        top: corners.top.saturating_sub(margin),
        right: (corners.right + margin).min(width),
        bottom: (corners.bottom + margin).min(height),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_a_code_are_of_one_size_and_at_right_angles() {
        let check = |rings: &[(usize, usize, usize)], expected: usize| {
            let frame = |&(left, top, side): &(usize, usize, usize)| Frame {
                left,
                top,
                right: left + side,
                bottom: top + side,
            };
            let rings: Vec<Frame> = rings.iter().map(frame).collect();
            assert_eq!(places(&rings, 900, 900).len(), expected, "{rings:?}");
        };
        check(&[(10, 10, 7), (24, 10, 7), (10, 24, 7)], 1);
        check(&[(100, 10, 9), (60, 50, 9), (140, 50, 9)], 1);
        check(&[(10, 10, 7), (24, 10, 7)], 0);
        check(&[(10, 10, 7), (24, 10, 7), (38, 10, 7)], 0);
        check(&[(10, 10, 7), (24, 10, 7), (10, 50, 21)], 0);
        check(&[(10, 10, 7), (500, 10, 7), (10, 500, 7)], 0);
        // Four in a square are the corners of a code in four ways.
        check(&[(10, 10, 7), (24, 10, 7), (10, 24, 7), (24, 24, 7)], 4);
    }
}
