//! The reference: every function at a point by MPFR at 300 bits, rounded both ways.
//!
//! Written independently of the crate: its own domains, and in-place MPFR calls at a fixed precision.

use interval::{Binary, Unary};
use rug::Float;
use rug::float::Round;
use rug::ops::{AssignRound, PowAssignRound};

/// Enough bits for every sampled function value.
const BITS: u32 = 300;
/// Wide enough to hold every double and every product of two doubles with a sum, exactly.
const EXACT_BITS: u32 = 6500;

/// Bounds of the true value, equal where it is exact.
pub type Truth = (Float, Float);

fn both(f: impl Fn(Round) -> Float) -> Truth {
    (f(Round::Down), f(Round::Up))
}

fn exactly(x: f64) -> Float {
    Float::with_val(BITS, x)
}

/// f(x), or `None` where the real function is undefined.
pub fn unary(f: Unary, x: f64) -> Option<Truth> {
    let (defined, op) = reference(f);
    let value = |r| {
        let mut v = exactly(x);
        op(&mut v, r);
        v
    };
    defined(x).then(|| both(value))
}

type Row = (fn(f64) -> bool, fn(&mut Float, Round));

fn reference(f: Unary) -> Row {
    let total = |_: f64| true;
    let no_pole = |x: f64| x > 0.0 || x != x.floor();
    match f {
        Unary::Neg => (total, |v, _| *v = -v.clone()),
        Unary::Fabs => (total, |v, _| v.abs_mut()),
        Unary::Sqrt => (
            |x| x >= 0.0,
            |v, r| {
                v.sqrt_round(r);
            },
        ),
        Unary::Cbrt => (total, |v, r| {
            v.cbrt_round(r);
        }),
        Unary::Exp => (total, |v, r| {
            v.exp_round(r);
        }),
        Unary::Exp2 => (total, |v, r| {
            v.exp2_round(r);
        }),
        Unary::Exp10 => (total, |v, r| {
            v.exp10_round(r);
        }),
        Unary::Expm1 => (total, |v, r| {
            v.exp_m1_round(r);
        }),
        Unary::Log => (
            |x| x > 0.0,
            |v, r| {
                v.ln_round(r);
            },
        ),
        Unary::Log2 => (
            |x| x > 0.0,
            |v, r| {
                v.log2_round(r);
            },
        ),
        Unary::Log10 => (
            |x| x > 0.0,
            |v, r| {
                v.log10_round(r);
            },
        ),
        Unary::Log1p => (
            |x| x > -1.0,
            |v, r| {
                v.ln_1p_round(r);
            },
        ),
        Unary::Sin => (total, |v, r| {
            v.sin_round(r);
        }),
        Unary::Cos => (total, |v, r| {
            v.cos_round(r);
        }),
        Unary::Tan => (total, |v, r| {
            v.tan_round(r);
        }),
        Unary::Asin => (
            |x| x.abs() <= 1.0,
            |v, r| {
                v.asin_round(r);
            },
        ),
        Unary::Acos => (
            |x| x.abs() <= 1.0,
            |v, r| {
                v.acos_round(r);
            },
        ),
        Unary::Atan => (total, |v, r| {
            v.atan_round(r);
        }),
        Unary::Sinh => (total, |v, r| {
            v.sinh_round(r);
        }),
        Unary::Cosh => (total, |v, r| {
            v.cosh_round(r);
        }),
        Unary::Tanh => (total, |v, r| {
            v.tanh_round(r);
        }),
        Unary::Asinh => (total, |v, r| {
            v.asinh_round(r);
        }),
        Unary::Acosh => (
            |x| x >= 1.0,
            |v, r| {
                v.acosh_round(r);
            },
        ),
        Unary::Atanh => (
            |x| x.abs() < 1.0,
            |v, r| {
                v.atanh_round(r);
            },
        ),
        Unary::Erf => (total, |v, r| {
            v.erf_round(r);
        }),
        Unary::Erfc => (total, |v, r| {
            v.erfc_round(r);
        }),
        Unary::Tgamma => (no_pole, |v, r| {
            v.gamma_round(r);
        }),
        Unary::Lgamma => (no_pole, |v, r| {
            v.ln_abs_gamma_round(r);
        }),
        Unary::Ceil => (total, |v, _| v.ceil_mut()),
        Unary::Floor => (total, |v, _| v.floor_mut()),
        Unary::Trunc => (total, |v, _| v.trunc_mut()),
        Unary::Round => (total, |v, _| v.round_mut()),
        Unary::Nearbyint => (total, |v, _| v.round_even_mut()),
    }
}

/// f(x, y), or `None` where the real function is undefined.
pub fn binary(f: Binary, x: f64, y: f64) -> Option<Truth> {
    let wide = |t: f64| Float::with_val(EXACT_BITS, t);
    let rounded = |v: &Float| both(|r| Float::with_val_round(BITS, v, r).0);
    let sum = |y: f64| rounded(&(wide(x) + wide(y)));
    match f {
        Binary::Add => Some(sum(y)),
        Binary::Sub => Some(sum(-y)),
        Binary::Mul => Some(rounded(&(wide(x) * wide(y)))),
        Binary::Div => (y != 0.0).then(|| both(|r| Float::with_val_round(BITS, &exactly(x) / &exactly(y), r).0)),
        Binary::Pow => pow(x, y),
        Binary::Atan2 => (x != 0.0 || y != 0.0).then(|| {
            both(|r| {
                in_place(x, |v| {
                    v.atan2_round(&exactly(y), r);
                })
            })
        }),
        Binary::Hypot => Some(both(|r| {
            in_place(x, |v| {
                v.hypot_round(&exactly(y), r);
            })
        })),
        Binary::Fmin => Some(rounded(&exactly(x.min(y)))),
        Binary::Fmax => Some(rounded(&exactly(x.max(y)))),
        Binary::Fdim if x <= y => Some(rounded(&exactly(0.0))),
        Binary::Fdim => Some(sum(-y)),
        Binary::Fmod => (y != 0.0).then(|| rounded(&(wide(x) % wide(y)))),
        Binary::Remainder => (y != 0.0).then(|| rounded(&wide(x).remainder(&wide(y)))),
        Binary::Copysign => Some(rounded(&exactly(if y >= 0.0 { x.abs() } else { -x.abs() }))),
    }
}

fn in_place(x: f64, op: impl Fn(&mut Float)) -> Float {
    let mut v = exactly(x);
    op(&mut v);
    v
}

fn pow(x: f64, y: f64) -> Option<Truth> {
    let defined = x > 0.0 || if x == 0.0 { y >= 0.0 } else { y == y.floor() };
    defined.then(|| {
        both(|r| {
            in_place(x, |v| {
                v.pow_assign_round(&exactly(y), r);
            })
        })
    })
}

/// x · y + z, exactly.
pub fn fma(x: f64, y: f64, z: f64) -> Truth {
    let product = Float::with_val(EXACT_BITS, x) * Float::with_val(EXACT_BITS, y);
    let sum = product + Float::with_val(EXACT_BITS, z);
    both(|r| {
        let mut v = Float::new(BITS);
        v.assign_round(&sum, r);
        v
    })
}
