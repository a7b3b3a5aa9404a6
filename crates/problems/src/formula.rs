//! Formulas of one variable: read from text, differentiated, and evaluated to more digits than a double has.

use expr::ast::Core;
use expr::dag::{Dag, NodeId};
use expr::derivative::derivative;
use expr::diagnostic::{Diagnostics, SourceText};
use expr::eval::{BigArithmetic, Evaluator, Tape};
use expr::{fpcore, infix};
use interval::{BigEnclosure, Definedness};
use rug::Float;

/// Bits of the first attempt, and of the last.
const PRECISIONS: [u32; 3] = [160, 320, 1280];
/// An enclosure is narrow enough if it is this many times narrower than its value or than one.
const NARROW: i32 = 110;

/// A formula in a DAG of its own, so that others can be built from it.
#[derive(Clone, Debug)]
pub struct ProblemFormula {
    /// The DAG.
    pub dag: Dag,
    /// The formula.
    pub root: NodeId,
}

/// A number to twice the digits of a double: the nearest double and what is missing, rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double2 {
    /// The nearest double.
    pub hi: f64,
    /// What is missing.
    pub lo: f64,
}

impl Double2 {
    /// From a number with more digits.
    pub fn of(value: &Float) -> Double2 {
        let hi = value.to_f64();
        let rest = Float::with_val(value.prec(), value - hi);
        Double2 { hi, lo: rest.to_f64() }
    }
}

impl ProblemFormula {
    /// Reads a formula of `x`, or of `t`, in infix notation or FPCore. The error is what people read.
    pub fn read(text: &str) -> Result<ProblemFormula, String> {
        let first = ProblemFormula::read_in(text, "x");
        first.or_else(|error| ProblemFormula::read_in(text, "t").map_err(|_| error))
    }

    /// Reads a formula of this variable.
    pub fn read_in(text: &str, variable: &str) -> Result<ProblemFormula, String> {
        let wrapped = format!("spec s({variable} in (-inf, inf)) {{\n{text}\n}}");
        let infix = infix::read(&wrapped).map_err(|e| complaint(&e, &wrapped));
        let core = infix.or_else(|error| match text.trim_start().starts_with('(') {
            true => fpcore::read(&whole(text, variable)).map_err(|_| error),
            false => Err(error),
        })?;
        let core = core.into_iter().next().ok_or("there is no formula")?;
        ProblemFormula::lower(&core)
    }

    fn lower(core: &Core) -> Result<ProblemFormula, String> {
        if core.arguments.len() != 1 {
            return Err("a solution has one variable, `x` or `t`".into());
        }
        let mut dag = Dag::new();
        let root = expr::lower::lower(&mut dag, core, &core.body).map_err(|e| complaint(&e, ""))?;
        Ok(ProblemFormula { dag, root })
    }

    /// Its derivative.
    pub fn derivative(&self) -> Result<ProblemFormula, String> {
        let mut dag = self.dag.clone();
        let root = derivative(&mut dag, self.root, 0);
        let root = root.ok_or("it has a function whose derivative is not known")?;
        Ok(ProblemFormula { dag, root })
    }

    /// Its values at these inputs. The error names the first input without a value.
    pub fn values(&self, inputs: &[f64]) -> Result<Vec<Float>, String> {
        let tape = Tape::new(&self.dag, &[self.root]);
        let mut values = vec![None; inputs.len()];
        for precision in PRECISIONS {
            let mut evaluator = Evaluator::new(&tape, BigArithmetic::new(precision));
            for (value, &x) in values.iter_mut().zip(inputs).filter(|(value, _)| value.is_none()) {
                let input = evaluator.arithmetic().float(x);
                evaluator.run(&[input]);
                *value = narrow(evaluator.root(0), precision);
            }
        }
        let named = values.into_iter().zip(inputs);
        named
            .map(|(value, x)| value.ok_or_else(|| format!("it has no value at {x}")))
            .collect()
    }

    /// Its value at one input.
    pub fn value(&self, input: f64) -> Result<Float, String> {
        let values = self.values(&[input])?;
        values.into_iter().next().ok_or_else(|| "it has no value".into())
    }
}

/// The expression as a whole FPCore, if it is not one.
fn whole(text: &str, variable: &str) -> String {
    match text.trim_start().starts_with("(FPCore") {
        true => text.into(),
        false => format!("(FPCore ({variable}) {text})"),
    }
}

fn complaint(errors: &Diagnostics, text: &str) -> String {
    let first = errors.0.first();
    first.map_or(String::new(), |diagnostic| {
        let source = SourceText { name: "formula", text };
        let hint = diagnostic.hint.as_ref().map_or(String::new(), |h| format!(" ({h})"));
        let (line, column) = source.position(diagnostic.span.start);
        let place = match text.is_empty() {
            true => String::new(),
            false => format!(" at character {column} of line {}", line.saturating_sub(1)),
        };
        format!("{}{place}{hint}", diagnostic.message)
    })
}

/// The middle of an enclosure that is narrow enough.
fn narrow(enclosure: &BigEnclosure, precision: u32) -> Option<Float> {
    if enclosure.defined != Definedness::Everywhere || !enclosure.range.is_bounded() {
        return None;
    }
    let (middle, width) = (enclosure.range.mid(precision), enclosure.range.width(precision));
    let size = Float::with_val(precision, middle.abs_ref()).max(&Float::with_val(precision, 1e-3));
    (width <= size >> NARROW).then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_read_in_both_notations() {
        for text in [
            "exp(-x)*sin(3*x)",
            "exp(-t)*sin(3*t)",
            "(* (exp (- x)) (sin (* 3 x)))",
            "(exp(-x))*sin(3*x)",
        ] {
            let formula = ProblemFormula::read(text).unwrap();
            let value = formula.value(0.5).unwrap().to_f64();
            assert_eq!(value, (-0.5f64).exp() * 1.5f64.sin(), "{text}");
            let slope = formula.derivative().unwrap().value(0.0).unwrap().to_f64();
            assert_eq!(slope, 3.0, "{text}");
        }
    }

    #[test]
    fn wrong_formulas_are_explained() {
        for text in ["exp(x", "exp(y)", "", "x +", "gamma(x) +"] {
            let why = ProblemFormula::read(text).unwrap_err();
            assert!(why.contains("at character"), "{text}: {why}");
        }
        assert_eq!(
            ProblemFormula::read("log(x)").unwrap().value(-1.0).unwrap_err(),
            "it has no value at -1"
        );
    }

    #[test]
    fn numbers_have_twice_the_digits() {
        let third = Float::with_val(200, 1) / 3u32;
        let Double2 { hi, lo } = Double2::of(&third);
        let left = Float::with_val(200, &third - hi) - lo;
        assert!(hi == 1.0 / 3.0 && left.to_f64().abs() < 1e-31);
    }
}
