//! Operator `single`: one part of a program in double precision is rounded to single precision, as `float t = …;` and
//! `0.1f` do.
//!
//! Doubles round to single precision by doubles alone. With C = 2^29 + 1, C·t − (C·t − t) has the leading 24 bits of t,
//! rounded to nearest; below 2^−126, (t + 1.5·2^−97) − 1.5·2^−97 is a multiple of 2^−149; and t·2^1000 overflows for each t
//! beyond all singles.

use crate::mutant::{CoarseArithmetic, Mutant};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{Expr, ExprKind};
use expr::spec::{Format, Specification};
use interval::{BigInterval, Unary};
use rug::Float;

use super::build::{add, bind, choose, fabs, float, less, mul, sub, variable};
use super::programs::{SiteRanges, accuracy_bits, at_site, is_in_condition};
use super::site::{NodeSite, sites};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "single",
    objective: MutantObjective::Precision,
    purpose: "Round a number or the result of one operation to single precision, in a program in double precision.",
    example: ("(* 0.1 x)", "(! :precision binary64 (* 0x1.99999ap-4 x))"),
    generate,
};

/// Parts of one formula that get a mutant: a fault of this kind shows almost everywhere.
const MOST: usize = 16;

/// Bits of the accuracy from which on 24 bits are surely too few.
const ENOUGH_BITS: i32 = 27;

fn generate(spec: &Specification) -> Vec<Mutant> {
    if spec.output != Format::Binary64 || accuracy_bits(spec).is_none_or(|q| q < ENOUGH_BITS) {
        return Vec::new();
    }
    let body = &spec.core.body;
    let ranges = SiteRanges::new(spec);
    let sites = sites(body);
    let candidates = sites
        .iter()
        .filter(|site| ranges.of(site.place.number).is_some() && !is_in_condition(body, site));
    let faulty = candidates.filter_map(|site| {
        let (what, new) = rounded(site)?;
        Some(at_site(
            MutationOperator::Single,
            CoarseArithmetic::Binary64,
            site,
            what,
            new,
        ))
    });
    faulty.take(MOST).collect()
}

/// What stands at a place, rounded to single precision, if that is another number.
fn rounded(site: &NodeSite) -> Option<(&'static str, Expr)> {
    let single = |wide: Float| {
        let x = Float::with_val(24, &wide).to_f64();
        (x != wide && x.abs() <= f64::from(f32::MAX)).then(|| ("constant", float(x)))
    };
    match &site.expr.kind {
        ExprKind::Number(n) => single(Float::with_val(200, &n.value)),
        ExprKind::Constant(c) => single(BigInterval::constant(*c, 200).lo().clone()),
        ExprKind::Unary(Unary::Neg | Unary::Fabs, _) => None,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Fma(..) => {
            Some(("result", temporary(site.expr.clone())))
        }
        _ => None,
    }
}

fn temporary(e: Expr) -> Expr {
    let t = || variable("t");
    let magic = 1.5 * (-97f64).exp2();
    let small = sub(add(t(), float(magic)), float(magic));
    let scaled = || mul(float(f64::from(1 + (1 << 29))), t());
    let normal = sub(scaled(), sub(scaled(), t()));
    let huge = mul(t(), float(1000f64.exp2()));
    let least = choose(less(fabs(t()), float(f64::from(f32::MIN_POSITIVE))), small, normal);
    bind("t", e, choose(less(float(f64::from(f32::MAX)), fabs(t())), huge, least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bodies, check_example, ids, spec};
    use expr::dag::Dag;
    use expr::eval::{Evaluator, FloatArithmetic, Tape};
    use expr::lower::lower;

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Single, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn numbers_and_results_are_rounded_and_conditions_are_not() {
        let spec = spec("(FPCore (x) :accuracy-rel 1e-10 (if (< (* 0.1 x) 1) (+ (sqrt x) 2) (- x)))");
        assert_eq!(
            ids(MutationOperator::Single, &spec),
            ["single:6:result", "single:7:result"]
        );
        let coarse = crate::testing::spec("(FPCore (x) :accuracy-rel 1e-6 (sqrt x))");
        assert!(bodies(MutationOperator::Single, &coarse).is_empty());
        let single = crate::testing::spec("(FPCore (x) :precision binary32 :accuracy-rel 1e-10 (sqrt x))");
        assert!(bodies(MutationOperator::Single, &single).is_empty());
    }

    #[test]
    fn doubles_become_singles() {
        let core = crate::testing::core("(FPCore (x) x)");
        let mut dag = Dag::new();
        let node = lower(&mut dag, &core, &temporary(core.body.clone())).unwrap();
        let tape = Tape::new(&dag, &[node]);
        let mut program = Evaluator::new(&tape, FloatArithmetic);
        for x in [
            0.1,
            -1.0 / 3.0,
            1e30,
            3e38,
            1e39,
            -1e300,
            1e-38,
            1.1e-39,
            1e-45,
            -4e-46,
            1e-200,
            0.0,
            16777217.5,
        ] {
            program.run(&[x]);
            assert_eq!(*program.root(0), f64::from(x as f32), "{x}");
        }
    }
}
