//! Programs that are never off: how far rounding may take a program from its real value, over boxes of inputs.
//!
//! Beside the range of a node its error e is kept: on the whole box, what the program computes differs from the real value
//! by at most e. With unit roundoff u = 2^−p and η, half of the least positive number, an operation with operands x̃ = x ± e_x
//! has the error |f(x̃) − f(x)| + u·|f(x̃)| + η, and the first part is at most e_x·max|f′| by the mean value theorem.
//! Where the error of the result is within the margin of every value of the box, no input of the box tells the program from
//! its specification. An error of ∞ says that nothing is known.

use crate::world::World;
use expr::ast::ComparisonOperator;
use expr::dag::NodeId;
use expr::eval::{Arithmetic, EnclosureArithmetic, Evaluator, Tape};
use expr::normal::{Cases, Identity};
use expr::spec::Format;
use interval::{Binary, Constant, Definedness, Enclosure, FloatEnclosure, Interval, Unary};
use rug::{Float, Rational};

/// Operations that a proof may cost.
const OPERATIONS: usize = 40_000;

/// How many boxes prove that what a program mutant computes is acceptable for every input; `None` if that is not proved.
pub fn never_off(world: &World, mutant: usize, boxes: usize) -> Option<u64> {
    let node = world.programs[mutant]?;
    let rounding = RoundingError::of(world.spec.output)?;
    let held = |format: Format| is_held(format, world.spec.output);
    if !world.spec.inputs.iter().all(|input| held(input.format)) || !is_the_formula(world, node) {
        return None;
    }
    let tape = Tape::new(&world.dag, &[node]);
    let most = boxes.min(OPERATIONS / tape.len().max(1));
    cover(world, &mut Evaluator::new(&tape, rounding), most)
}

/// Whether every input of a format is a number of another.
fn is_held(input: Format, output: Format) -> bool {
    input == output || (input, output) == (Format::Binary32, Format::Binary64)
}

/// Whether a program is the formula in the real numbers, and defined at the same inputs: proved.
fn is_the_formula(world: &World, node: NodeId) -> bool {
    let equal = || Cases::new(&world.dag, world.sides()).identity(world.root, node);
    node == world.root || matches!(equal(), Identity::Equal(_))
}

/// Halves boxes until all are fine, there are too many, or one cannot be halved.
fn cover(world: &World, evaluator: &mut Evaluator<'_, RoundingError>, most: usize) -> Option<u64> {
    let mut open = vec![world.domain.clone()];
    let mut done = 0;
    while let Some(sides) = open.pop() {
        done += 1;
        if done > most {
            return None;
        }
        if !is_acceptable(world, evaluator, &sides) {
            open.extend(halves(&sides)?);
        }
    }
    Some(done as u64)
}

/// Whether the error is within the margin, which grows with |y|, for the least |y| of a box.
fn is_acceptable(world: &World, evaluator: &mut Evaluator<'_, RoundingError>, sides: &[(f64, f64)]) -> bool {
    let exact = |&(lo, hi): &(f64, f64)| Erring {
        real: Enclosure::everywhere(Interval::hull_of(lo, hi)),
        error: 0.0,
    };
    let inputs: Vec<Erring> = sides.iter().map(exact).collect();
    evaluator.run(&inputs);
    let result = evaluator.root(0);
    let (error, least) = (
        Rational::from_f64(result.error),
        Rational::from_f64(result.real.range.mig()),
    );
    let within = |error: Rational, least: Rational| error <= world.margin.sure(&least);
    result.real.defined == Definedness::Everywhere && error.zip(least).is_some_and(|(e, y)| within(e, y))
}

/// Two halves of a box, across the side of which the ends differ most by their exponents, else by their distance.
fn halves(sides: &[(f64, f64)]) -> Option<[Vec<(f64, f64)>; 2]> {
    let length = |&(lo, hi): &(f64, f64)| match lo > 0.0 || hi < 0.0 {
        true => (hi / lo).log2().abs(),
        false => 64.0 + (hi - lo).log2(),
    };
    let widest = (0..sides.len()).filter(|&i| sides[i].0 < sides[i].1);
    let widest = widest.max_by(|&a, &b| length(&sides[a]).total_cmp(&length(&sides[b])))?;
    let (lo, hi) = sides[widest];
    let middle = middle(lo, hi);
    let (mut first, mut second) = (sides.to_vec(), sides.to_vec());
    first[widest] = (lo, middle);
    second[widest] = (middle, hi);
    (lo < middle && middle < hi).then_some([first, second])
}

/// Between exponents where the ends are of one sign and far apart, else halfway; zero where the signs differ.
fn middle(lo: f64, hi: f64) -> f64 {
    let sign = if hi > 0.0 { 1.0 } else { -1.0 };
    if lo < 0.0 && hi > 0.0 {
        0.0
    } else if lo * hi > 0.0 && (hi / lo > 4.0 || lo / hi > 4.0) {
        sign * lo.abs().sqrt() * hi.abs().sqrt()
    } else {
        lo / 2.0 + hi / 2.0
    }
}

/// A range of real values, and how far what is computed may be from them.
#[derive(Clone, Copy, Debug)]
struct Erring {
    real: FloatEnclosure,
    error: f64,
}

impl Erring {
    /// Where what is computed lies.
    fn computed(&self) -> FloatEnclosure {
        let (lo, hi) = (self.real.range.lo(), self.real.range.hi());
        let range = match self.real.range.is_empty() || self.error == 0.0 {
            true => self.real.range,
            false if self.error.is_finite() => {
                Interval::hull_of((lo - self.error).next_down(), (hi + self.error).next_up())
            }
            false => Interval::hull_of(f64::NEG_INFINITY, f64::INFINITY),
        };
        Enclosure { range, ..self.real }
    }

    fn mag(&self) -> f64 {
        self.real.range.mag()
    }
}

/// Rounding to nearest in a format of floats.
#[derive(Clone, Copy, Debug)]
struct RoundingError {
    precision: u32,
    /// u.
    unit: f64,
    /// η, or the least positive double if that is more.
    least: f64,
    /// No result below this overflows.
    most: f64,
}

impl RoundingError {
    fn of(format: Format) -> Option<RoundingError> {
        let precision = match format {
            Format::Binary64 | Format::Binary32 => format.precision(),
            Format::Fixed(_) => return None,
        };
        Some(RoundingError {
            precision,
            // Error functions are rounded once more, of a number with many more bits.
            unit: 1.001 * (-f64::from(precision)).exp2(),
            least: f64::from(format.least_exponent() - 1).exp2().max(f64::from_bits(1)),
            most: format.max() / 4.0,
        })
    }

    /// The result of an operation of which the operands cause this error.
    fn rounded(&self, real: FloatEnclosure, caused: f64) -> Erring {
        let size = sum_up(real.range.mag(), caused);
        let known = real.defined == Definedness::Everywhere && !real.range.is_empty() && size < self.most;
        let own = sum_up(product_up(self.unit, size), self.least);
        Erring {
            real,
            error: if known { sum_up(caused, own) } else { f64::INFINITY },
        }
    }

    /// The result of an operation that never rounds.
    fn picked(&self, real: FloatEnclosure, error: f64) -> Erring {
        Erring { real, error }
    }
}

/// a + b, or a little more, for numbers that are not negative.
fn sum_up(a: f64, b: f64) -> f64 {
    match a == 0.0 || b == 0.0 {
        true => a + b,
        false => (a + b).next_up(),
    }
}

/// a·b, or a little more, for numbers that are not negative; nothing times anything is nothing.
fn product_up(a: f64, b: f64) -> f64 {
    match a == 0.0 || b == 0.0 {
        true => 0.0,
        false => (a * b).next_up(),
    }
}

/// 1/a, or a little more; ∞ where a is not positive.
fn reciprocal_up(a: f64) -> f64 {
    if a > 0.0 { (1.0 / a).next_up() } else { f64::INFINITY }
}

/// The greatest |f′| on a range, or more.
fn slope(f: Unary, range: Interval) -> f64 {
    let mag = |g: Unary| {
        let value = FloatEnclosure::unary(g, Enclosure::everywhere(range));
        if value.defined == Definedness::Everywhere {
            value.range.mag()
        } else {
            f64::INFINITY
        }
    };
    match f {
        Unary::Sin | Unary::Cos | Unary::Atan | Unary::Tanh | Unary::Asinh => 1.0,
        // 2/√π
        Unary::Erf | Unary::Erfc => 1.13,
        Unary::Exp | Unary::Expm1 => mag(Unary::Exp),
        // ln 2 < 0.694, ln 10 < 2.31, and their reciprocals.
        Unary::Exp2 => product_up(mag(Unary::Exp2), 0.694),
        Unary::Exp10 => product_up(mag(Unary::Exp10), 2.31),
        Unary::Log if range.lo() > 0.0 => reciprocal_up(range.lo()),
        Unary::Log2 if range.lo() > 0.0 => product_up(reciprocal_up(range.lo()), 1.443),
        Unary::Log10 if range.lo() > 0.0 => product_up(reciprocal_up(range.lo()), 0.435),
        Unary::Log1p => reciprocal_up((1.0 + range.lo()).next_down()),
        // 1/(2√x)
        Unary::Sqrt if range.lo() > 0.0 => reciprocal_up((2.0 * range.lo().sqrt().next_down()).next_down()),
        Unary::Tan => sum_up(1.0, product_up(mag(Unary::Tan), mag(Unary::Tan))),
        Unary::Sinh => mag(Unary::Cosh),
        Unary::Cosh => mag(Unary::Sinh),
        _ => f64::INFINITY,
    }
}

impl Arithmetic for RoundingError {
    type Value = Erring;

    fn literal(&self, value: &Rational) -> Erring {
        let real = EnclosureArithmetic.literal(value);
        let is_float = Float::with_val(self.precision, value) == *value;
        let in_range = real.range.mag() == 0.0 || real.range.mig() > f64::from(f32::MIN_POSITIVE);
        match is_float && in_range && real.range.mag() < self.most {
            true => self.picked(real, 0.0),
            false => self.rounded(real, 0.0),
        }
    }

    fn constant(&self, c: Constant) -> Erring {
        self.rounded(EnclosureArithmetic.constant(c), 0.0)
    }

    fn boolean(&self, b: bool) -> Erring {
        self.picked(EnclosureArithmetic.boolean(b), 0.0)
    }

    fn unary(&self, f: Unary, x: &Erring) -> Erring {
        let real = EnclosureArithmetic.unary(f, &x.real);
        let computed = x.computed();
        let defined = EnclosureArithmetic.unary(f, &computed).defined == Definedness::Everywhere;
        match f {
            Unary::Neg | Unary::Fabs => self.picked(real, x.error),
            _ if x.error == 0.0 => self.rounded(real, 0.0),
            _ if defined => self.rounded(real, product_up(slope(f, computed.range), x.error)),
            _ => self.picked(real, f64::INFINITY),
        }
    }

    fn binary(&self, f: Binary, x: &Erring, y: &Erring) -> Erring {
        let real = EnclosureArithmetic.binary(f, &x.real, &y.real);
        let caused = match f {
            Binary::Fmin | Binary::Fmax => return self.picked(real, x.error.max(y.error)),
            _ if x.error == 0.0 && y.error == 0.0 => 0.0,
            Binary::Add | Binary::Sub | Binary::Hypot => sum_up(x.error, y.error),
            Binary::Mul => caused_by_product(x, y),
            Binary::Div => caused_by_quotient(x, y),
            _ => f64::INFINITY,
        };
        self.rounded(real, caused)
    }

    fn binary_same(&self, f: Binary, x: &Erring) -> Erring {
        Erring {
            real: EnclosureArithmetic.binary_same(f, &x.real),
            ..self.binary(f, x, x)
        }
    }

    fn power(&self, x: &Erring, n: i32) -> Erring {
        let real = EnclosureArithmetic.power(&x.real, n);
        // |xⁿ − x̃ⁿ| ≤ n·max|x̃|^(n−1)·e_x
        let slope = || product_up(f64::from(n), x.computed().range.powi(n - 1).mag());
        let caused = match n {
            _ if x.error == 0.0 => 0.0,
            2.. => product_up(slope(), x.error),
            _ => f64::INFINITY,
        };
        self.rounded(real, caused)
    }

    fn fma(&self, x: &Erring, y: &Erring, z: &Erring) -> Erring {
        let real = EnclosureArithmetic.fma(&x.real, &y.real, &z.real);
        self.rounded(real, sum_up(caused_by_product(x, y), z.error))
    }

    /// The machine compares what was computed: as the formula does if that is exact or far enough apart.
    fn compare(&self, c: ComparisonOperator, x: &Erring, y: &Erring) -> Erring {
        let real = EnclosureArithmetic.compare(c, &x.real, &y.real);
        let computed = EnclosureArithmetic.compare(c, &x.computed(), &y.computed());
        let exact = x.error == 0.0 && y.error == 0.0;
        let sure = exact || is_sure(&computed) && computed.range.mid() == real.range.mid();
        self.picked(real, if sure { 0.0 } else { f64::INFINITY })
    }

    fn and(&self, x: &Erring, y: &Erring) -> Erring {
        self.picked(EnclosureArithmetic.and(&x.real, &y.real), x.error.max(y.error))
    }

    fn or(&self, x: &Erring, y: &Erring) -> Erring {
        self.picked(EnclosureArithmetic.or(&x.real, &y.real), x.error.max(y.error))
    }

    fn not(&self, x: &Erring) -> Erring {
        self.picked(EnclosureArithmetic.not(&x.real), x.error)
    }

    fn select(&self, c: &Erring, x: &Erring, y: &Erring) -> Erring {
        let real = EnclosureArithmetic.select(&c.real, &x.real, &y.real);
        let error = match (is_sure(&c.real), c.real.range.contains_zero()) {
            _ if c.error > 0.0 => f64::INFINITY,
            (true, false) => x.error,
            (true, true) => y.error,
            _ => x.error.max(y.error),
        };
        self.picked(real, error)
    }
}

/// Whether a truth value is known.
fn is_sure(truth: &FloatEnclosure) -> bool {
    truth.defined == Definedness::Everywhere && truth.range.lo() == truth.range.hi()
}

/// |x̃·ỹ − x·y| ≤ |x|·e_y + |y|·e_x + e_x·e_y
fn caused_by_product(x: &Erring, y: &Erring) -> f64 {
    let crossed = sum_up(product_up(x.mag(), y.error), product_up(y.mag(), x.error));
    sum_up(crossed, product_up(x.error, y.error))
}

/// |x̃/ỹ − x/y| ≤ e_x/|ỹ| + |x|·e_y/(|y|·|ỹ|)
fn caused_by_quotient(x: &Erring, y: &Erring) -> f64 {
    let least = y.computed().range.mig();
    let (by, real) = (reciprocal_up(least), reciprocal_up(y.real.range.mig()));
    let second = product_up(product_up(x.mag(), y.error), product_up(by, real));
    sum_up(product_up(x.error, by), second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::spec::{Defaults, Specification};
    use mutation::program_mutants;

    fn proved(text: &str, id: &str) -> bool {
        let core = expr::fpcore::read(text).unwrap().remove(0);
        let spec = Specification::from_core(&core, &Defaults::default()).unwrap();
        let mutants = program_mutants(&spec);
        let number = mutants.iter().position(|m| m.id == id).unwrap();
        never_off(&World::with(spec, mutants).unwrap(), number, 500).is_some()
    }

    #[test]
    fn what_is_well_conditioned_is_never_off() {
        let direct = |pre: &str, accuracy: &str, body: &str| {
            let text = format!("(FPCore (x y) :pre (and {pre} (<= 1 y 2)) :accuracy-rel {accuracy} {body})");
            proved(&text, "direct:binary64")
        };
        for (body, expected) in [
            ("(/ (+ x y) (* x y))", true),
            ("(exp (sqrt (+ x (* y y))))", true),
            ("(if (< x 3/2) (* 3 x) (log (+ x y)))", true),
            // The condition is not computed exactly.
            ("(if (< (sqrt x) 1.2) (* 3 x) (log (+ x y)))", false),
            // Cancellation, and more than the accuracy for want of any.
            ("(- (+ x 1) (+ y 0.5))", false),
            ("(- (* 1e200 x) (* 1e-200 y))", true),
            ("(* (* 1e200 x) (* 1e200 y))", false),
            ("(sqrt (- x 1))", false),
        ] {
            assert_eq!(direct("(<= 1 x 2)", "1e-10", body), expected, "{body}");
        }
        // Four roundings of half a unit each are more than a unit.
        assert!(!direct("(<= 1 x 2)", "1.2e-16", "(/ (+ x y) (* x y))"));
        assert!(direct("(<= 1 x 2)", "1e-15", "(/ (+ x y) (* x y))"));
    }

    #[test]
    fn an_identity_is_a_program_for_the_same_formula() {
        let text = "(FPCore (x y) :pre (and (<= 1 x 2) (<= 3 y 4)) :accuracy-rel 1e-12 (/ x y))";
        assert!(proved(text, "naive:0:reciprocal"));
    }
}
