//! A fan of rays around an aim, as a scanner sends them out.
//!
//! Angles are spread over the opening angle with both of its ends; a full
//! circle has no ends, and is divided evenly.

use std::f64::consts::TAU;

use super::{Heading, Ray, Reach, Spot};
use crate::grid::View;

/// Where the rays of a fan go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sweep {
    /// The aim, in radians: 0 is right, a quarter turn more is down.
    pub angle: f64,
    /// The opening angle, in radians; a full circle from 2 pi on.
    pub width: f64,
    /// How many rays.
    pub count: u32,
}

impl Sweep {
    /// The angle of a ray, counted from 0.
    pub fn angle_of(&self, ray: u32) -> f64 {
        let width = self.width.clamp(0.0, TAU);
        let gaps = match self.count {
            0 | 1 => return self.angle,
            count if width >= TAU => count,
            count => count - 1,
        };
        self.angle - width / 2.0 + width * f64::from(ray) / f64::from(gaps)
    }
}

/// Sends out fans, with memory that is used again.
#[derive(Clone, Debug, Default)]
pub struct Fan {
    reaches: Vec<Reach>,
}

impl Fan {
    /// How far each ray of a sweep comes, in order, see [`Ray::cast`]; none if
    /// an angle is not finite.
    pub fn cast(
        &mut self,
        view: View<'_>,
        from: Spot,
        sweep: &Sweep,
        range: u32,
        blocks: impl Fn(u8) -> bool,
    ) -> &[Reach] {
        self.reaches.clear();
        for number in 0..sweep.count {
            let Some(heading) = Heading::of_angle(sweep.angle_of(number)) else {
                break;
            };
            let ray = Ray {
                from,
                heading,
                range,
            };
            self.reaches.push(ray.cast(view, &blocks));
        }
        &self.reaches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[track_caller]
    fn check(angle: f64, width: f64, count: u32, expected: &[f64]) {
        let sweep = Sweep {
            angle,
            width,
            count,
        };
        let angles: Vec<f64> = (0..count).map(|ray| sweep.angle_of(ray)).collect();
        assert_eq!(angles, expected);
    }

    #[test]
    fn rays_are_spread_over_the_opening_angle() {
        check(1.0, 0.5, 1, &[1.0]);
        check(1.0, 0.5, 3, &[0.75, 1.0, 1.25]);
        check(0.0, TAU, 4, &[-PI, -FRAC_PI_2, 0.0, FRAC_PI_2]);
        check(0.0, 1e9, 2, &[-PI, 0.0]);
        check(2.0, -5.0, 2, &[2.0, 2.0]);
        check(2.0, 1.0, 0, &[]);
    }
}
