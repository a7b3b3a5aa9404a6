//! Formulas, and programs that compute them with a fault in a known part of the domain.

use crate::refute::Rng;

/// A formula in the language of specifications and as C with more digits.
pub struct TwofoldFormula {
    pub text: &'static str,
    code: &'static str,
    /// Names and ranges of the arguments; faults depend on the first.
    pub ranges: &'static [(&'static str, f64, f64)],
}

const X: &str = "x";
const Y: &str = "y";

/// All of them are well-conditioned, and 64 bits of precision are enough for 9 digits.
const FORMULAS: &[TwofoldFormula] = &[
    TwofoldFormula {
        text: "log(1 + x)",
        code: "logl(1 + x)",
        ranges: &[(X, 1.0, 50.0)],
    },
    TwofoldFormula {
        text: "x/(1 + x^2)",
        code: "x/(1 + x*x)",
        ranges: &[(X, 0.5, 10.0)],
    },
    TwofoldFormula {
        text: "exp(-x)*(2 + sin(x))",
        code: "expl(-x)*(2 + sinl(x))",
        ranges: &[(X, 0.0, 5.0)],
    },
    TwofoldFormula {
        text: "sqrt(x^2 + y^2)",
        code: "sqrtl(x*x + y*y)",
        ranges: &[(X, 1.0, 100.0), (Y, 0.5, 20.0)],
    },
    TwofoldFormula {
        text: "x*y/(x + y)",
        code: "x*y/(x + y)",
        ranges: &[(X, 1.0, 10.0), (Y, 1.0, 1000.0)],
    },
    TwofoldFormula {
        text: "expm1(x)",
        code: "expm1l(x)",
        ranges: &[(X, 0.0, 50.0)],
    },
    TwofoldFormula {
        text: "atan(x) + x",
        code: "atanl(x) + x",
        ranges: &[(X, 0.0, 1000.0)],
    },
    TwofoldFormula {
        text: "(x + 1)^3/(x + 2)",
        code: "(x + 1)*(x + 1)*(x + 1)/(x + 2)",
        ranges: &[(X, -0.5, 10000.0)],
    },
    TwofoldFormula {
        text: "-3 - cos(x/10)",
        code: "-3 - cosl(x/10)",
        ranges: &[(X, -30.0, 30.0)],
    },
];

/// The part of the domain with the fault: the first argument from `lo` to `hi`.
#[derive(Clone, Copy)]
pub struct Region {
    pub lo: f64,
    pub hi: f64,
}

/// What a wrong answer is made of the right one: at least a hundredth away, and never acceptable.
const FAULTS: &[&str] = &[
    "y >= 0 ? 2*y + 1 : 2*y - 1",
    "y >= 0 ? -y - 1 : 1 - y",
    "y == 0 ? 1 : 1.01*y",
    "NAN",
];

/// A program for a formula; without a region it is correct.
pub struct WordsProgram {
    pub formula: &'static TwofoldFormula,
    pub region: Option<Region>,
    fault: &'static str,
}

impl WordsProgram {
    /// One in five is correct.
    pub fn random(rng: &mut Rng) -> WordsProgram {
        let formula = rng.pick(FORMULAS);
        let region = (!rng.one_in(5)).then(|| region(formula, rng));
        WordsProgram {
            formula,
            region,
            fault: FAULTS[rng.below(FAULTS.len())],
        }
    }

    /// The range of the first argument.
    pub fn range(&self) -> (f64, f64) {
        let (_, lo, hi) = self.formula.ranges[0];
        (lo, hi)
    }

    /// Whether the answer is wrong at a first argument.
    pub fn is_wrong_at(&self, x: f64) -> bool {
        self.region.is_some_and(|region| region.lo <= x && x <= region.hi)
    }

    /// Whether a first argument is in the domain.
    pub fn has(&self, x: f64) -> bool {
        let (lo, hi) = self.range();
        lo <= x && x <= hi
    }

    /// Whether a second argument, if there is one, is in the domain.
    pub fn has_second(&self, y: Option<f64>) -> bool {
        let range = self.formula.ranges.get(1);
        range.zip(y).is_none_or(|((_, lo, hi), y)| *lo <= y && y <= *hi)
    }

    /// The share of the domain, by value, with the fault.
    pub fn share(&self) -> f64 {
        let (lo, hi) = self.range();
        self.region
            .map_or(0.0, |region| (region.hi.min(hi) - region.lo.max(lo)) / (hi - lo))
    }

    /// The share of the binades of the domain that the fault fills.
    pub fn binades(&self) -> f64 {
        let (lo, hi) = self.range();
        let all = binades(lo, hi).max(1) as f64;
        self.region.map_or(0.0, |region| {
            // Those at the ends may be filled in part only.
            let filled = binades(region.lo.max(lo), region.hi.min(hi)).saturating_sub(2);
            filled as f64 / all
        })
    }

    /// The program in C, which rejects what is not in the domain.
    pub fn code(&self) -> String {
        let names: Vec<&str> = self.formula.ranges.iter().map(|range| range.0).collect();
        let doubles: Vec<String> = names.iter().map(|name| format!("double {name}_")).collect();
        let mut out = format!("#include <math.h>\ndouble f({}) {{\n", doubles.join(", "));
        for (name, lo, hi) in self.formula.ranges {
            out += &format!(
                "  if (!({name}_ >= {lo:e} && {name}_ <= {hi:e})) return NAN;\n  long double {name} = {name}_;\n"
            );
        }
        out += &format!("  double r = (double)({});\n", self.formula.code);
        if let Some(Region { lo, hi }) = self.region {
            let fault = self.fault.replace('y', "r");
            out += &format!("  if (x_ >= {lo:e} && x_ <= {hi:e}) return {fault};\n");
        }
        out + "  return r;\n}\n"
    }

    /// The arguments with their ranges.
    pub fn arguments(&self) -> String {
        let one = |(name, lo, hi): &(&str, f64, f64)| format!("{name} in [{lo}, {hi}]");
        self.formula.ranges.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The names of the arguments.
    pub fn names(&self) -> String {
        self.formula
            .ranges
            .iter()
            .map(|range| range.0)
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The specification.
    pub fn specification(&self) -> String {
        format!(
            "spec f({}) accuracy 1e-9 {{\n  {}\n}}\n",
            self.arguments(),
            self.formula.text
        )
    }
}

/// Sign and exponent of the doubles of a range. What is below the least normal number is one.
fn binades(lo: f64, hi: f64) -> u64 {
    let exponent = |x: f64| x.abs().to_bits() >> 52;
    match (lo < 0.0, hi < 0.0) {
        _ if lo > hi => 0,
        (false, _) => exponent(hi) - exponent(lo) + 1,
        (true, true) => exponent(lo) - exponent(hi) + 1,
        (true, false) => exponent(lo) + exponent(hi) + 2,
    }
}

/// Everywhere, from some point on, a slice, or near zero.
fn region(formula: &TwofoldFormula, rng: &mut Rng) -> Region {
    let (_, lo, hi) = formula.ranges[0];
    let at = |share: f64| lo + share * (hi - lo);
    let share = rng.unit();
    match rng.below(7) {
        0 => Region { lo, hi },
        1 => Region {
            lo: at(0.9 * share),
            hi,
        },
        2 => Region {
            lo,
            hi: at(0.1 + 0.9 * share),
        },
        3 | 4 if lo <= 0.0 => {
            let size = 2f64.powi(-20 - rng.below(900) as i32);
            Region { lo: -size, hi: size }
        }
        _ => {
            let width = *rng.pick(&[0.3, 0.1, 0.03, 0.01, 1e-3, 1e-5]);
            let start = share * (1.0 - width);
            Region {
                lo: at(start),
                hi: at(start + width),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_fill_what_they_say() {
        let mut program = WordsProgram {
            formula: &FORMULAS[5],
            region: None,
            fault: FAULTS[0],
        };
        assert!(!program.is_wrong_at(1.0) && program.share() == 0.0 && !program.code().contains("2*r"));
        program.region = Some(Region { lo: 0.0, hi: 25.0 });
        assert!(program.is_wrong_at(25.0) && !program.is_wrong_at(26.0) && program.share() == 0.5);
        assert!(
            program
                .code()
                .contains("if (x_ >= 0e0 && x_ <= 2.5e1) return r >= 0 ? 2*r + 1 : 2*r - 1;")
        );
        program.region = Some(Region { lo: -1e-20, hi: 1e-20 });
        assert!(program.binades() > 0.9 && program.share() < 1e-20);
    }
}
