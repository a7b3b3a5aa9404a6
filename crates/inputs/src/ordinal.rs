//! Floats in their order: the integer of a float counts the steps from 0 to it.

use expr::spec::{Fixed, Format};

/// The number of a float among those of its format: 0 for both zeros, 1 for the least positive one, −1 for its negative.
///
/// ```
/// use expr::spec::Format;
/// use inputs::{float_at, ordinal_of};
///
/// let one = ordinal_of(Format::Binary64, 1.0);
/// assert_eq!(float_at(Format::Binary64, one + 1), 1.0f64.next_up());
/// assert_eq!(ordinal_of(Format::Binary32, f64::from(-f32::from_bits(7))), -7);
/// ```
pub fn ordinal_of(format: Format, x: f64) -> i64 {
    match format {
        Format::Binary64 => signed(x.is_sign_negative(), x.abs().to_bits()),
        Format::Binary32 => signed(x.is_sign_negative(), u64::from((x as f32).abs().to_bits())),
        Format::Fixed(fixed) => (x / fixed.step()) as i64,
    }
}

/// The float of a number; beyond the greatest one, the greatest.
pub fn float_at(format: Format, ordinal: i64) -> f64 {
    let magnitude = ordinal.unsigned_abs();
    let x = match format {
        Format::Binary64 => f64::from_bits(magnitude.min(f64::MAX.to_bits())),
        Format::Binary32 => {
            let bits = u32::try_from(magnitude).unwrap_or(u32::MAX).min(f32::MAX.to_bits());
            f64::from(f32::from_bits(bits))
        }
        Format::Fixed(fixed) => return at_step(fixed, ordinal),
    };
    if ordinal < 0 { -x } else { x }
}

fn at_step(fixed: Fixed, ordinal: i64) -> f64 {
    (ordinal as f64 * fixed.step()).clamp(fixed.least(), fixed.greatest())
}

fn signed(negative: bool, magnitude: u64) -> i64 {
    // The bits of a finite or infinite float without its sign are below 2⁶³.
    let magnitude = magnitude as i64;
    if negative { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FORMATS: [Format; 3] = [
        Format::Binary64,
        Format::Binary32,
        Format::Fixed(Fixed { scale: -8, bits: 32 }),
    ];

    proptest! {
        #[test]
        fn numbers_and_floats_are_inverse_and_in_order(a in any::<f64>(), b in any::<f64>()) {
            for format in FORMATS {
                let fit = |x: f64| format.nearest(x.clamp(format.min(), format.max()));
                let (a, b) = (fit(a), fit(b));
                prop_assume!(a.is_finite() && b.is_finite());
                prop_assert_eq!(float_at(format, ordinal_of(format, a)), a);
                prop_assert_eq!(ordinal_of(format, a).cmp(&ordinal_of(format, b)), a.partial_cmp(&b).unwrap());
            }
        }

        #[test]
        fn a_step_is_the_next_float(a in -1e300f64..1e300) {
            for format in FORMATS {
                let a = format.nearest(a.clamp(format.min() / 2.0, format.max() / 2.0));
                prop_assert_eq!(float_at(format, ordinal_of(format, a) + 1), format.next_up(a));
            }
        }
    }
}
