//! Programs for hunts: right by construction, or with a fault in a known part of their domain.

use super::Rng;

/// A formula with a program that computes it.
struct KnownFunction {
    /// The word by which the judge knows it.
    name: &'static str,
    /// As a specification says it.
    formula: &'static str,
    /// As a program computes it in more digits than a double has, in `long double` of the same names.
    code: &'static str,
    /// Names and ranges of its arguments.
    ranges: &'static [(&'static str, f64, f64)],
}

const fn known(
    name: &'static str,
    formula: &'static str,
    code: &'static str,
    ranges: &'static [(&'static str, f64, f64)],
) -> KnownFunction {
    KnownFunction {
        name,
        formula,
        code,
        ranges,
    }
}

const FUNCTIONS: &[KnownFunction] = &[
    known("expm1", "exp(x) - 1", "expm1l(x)", &[("x", -30.0, 30.0)]),
    known("log1p", "log(1 + x)", "log1pl(x)", &[("x", -0.5, 1000.0)]),
    known("sin", "sin(x)", "sinl(x)", &[("x", -20.0, 20.0)]),
    known("exp", "exp(x)", "expl(x)", &[("x", -744.0, 700.0)]),
    known("atan", "atan(x)", "atanl(x)", &[("x", -1e6, 1e6)]),
    known("tanh", "tanh(x)", "tanhl(x)", &[("x", -10.0, 10.0)]),
    known("sqrt", "sqrt(x)", "sqrtl(x)", &[("x", 0.0, 1e10)]),
    known(
        "hypot",
        "sqrt(x*x + y*y)",
        "hypotl(x, y)",
        &[("x", -100.0, 100.0), ("y", -3.0, 1e4)],
    ),
];

/// A case.
pub struct HuntCase {
    /// The word by which the judge knows the formula.
    pub function: &'static str,
    /// The specification.
    pub spec: String,
    /// The program `f`, and beside it `r`, which is right.
    pub program: String,
    /// The accuracy, in units in the last place.
    pub ulps: u32,
    /// Whether `f` is right everywhere.
    pub is_right: bool,
    /// The format of arguments and result.
    pub format: &'static str,
    /// The options for a hunt of differences: an input each.
    pub ranges: Vec<String>,
}

/// The case of these numbers.
pub fn case(rng: &mut Rng) -> HuntCase {
    let function = rng.pick(FUNCTIONS);
    let is_single = rng.one_in(3);
    let (format, ty) = if is_single {
        ("binary32", "float")
    } else {
        ("binary64", "double")
    };
    let ulps = 1 + rng.below(4) as u32;
    let fault = fault(rng, function.ranges[0], ulps, is_single);
    let names: Vec<&str> = function.ranges.iter().map(|range| range.0).collect();
    let parameters = each(&names, |name| format!("{ty} {name}"));
    let wide = each(&names, |name| format!("long double {name}"));
    let (arguments, code) = (names.join(", "), function.code);
    let spoiled = fault.clone().unwrap_or_default();
    let program = format!(
        "#include <math.h>\nstatic {ty} real({wide}) {{ return ({ty}){code}; }}\n\
         {ty} r({parameters}) {{ return real({arguments}); }}\n\
         {ty} f({parameters}) {{ {ty} z = real({arguments}); {spoiled} return z; }}\n"
    );
    let bounds: Vec<String> = function
        .ranges
        .iter()
        .map(|(name, lo, hi)| format!("{name} in [{lo:?}, {hi:?}]"))
        .collect();
    HuntCase {
        function: function.name,
        spec: format!(
            "spec s({}) accuracy ulps {ulps} precision {format} outside unspecified {{ {} }}\n",
            bounds.join(", "),
            function.formula
        ),
        program,
        ulps,
        is_right: fault.is_none(),
        format,
        ranges: function
            .ranges
            .iter()
            .map(|(name, lo, hi)| format!("{name}={lo:?}:{hi:?}"))
            .collect(),
    }
}

fn each(names: &[&str], one: impl Fn(&str) -> String) -> String {
    names.iter().map(|name| one(name)).collect::<Vec<_>>().join(", ")
}

/// A statement that spoils the answer `z` somewhere, or none.
fn fault(rng: &mut Rng, (x, lo, hi): (&str, f64, f64), ulps: u32, is_single: bool) -> Option<String> {
    let at = lo + (hi - lo) * rng.unit();
    let end = at + (hi - at) * rng.unit() * rng.unit();
    let place = match rng.below(3) {
        0 => format!("{x} > {at:?} && {x} < {end:?}"),
        1 => format!("{x} > {at:?}"),
        _ => format!("fabs({x}) < {:?}", at.abs() / 16.0),
    };
    let (bits, toward) = if is_single {
        ("0x1p-23f", "1e30f")
    } else {
        ("0x1p-52", "1e300")
    };
    let steps = 2 * (ulps as usize + rng.below(8));
    match rng.below(6) {
        0 | 1 => None,
        2 => Some(format!("if ({place}) z *= 1 + {steps} * {bits};")),
        3 => Some(format!("if ({place}) z = NAN;")),
        4 => Some(format!("if ({place}) z = {toward};")),
        _ => Some(format!("if ({place}) z += {steps} * {bits};")),
    }
}
