//! A specification or a mutant as a core that stands on its own: a stranger can evaluate it with another tool.
//!
//! What the core lacks because it came from elsewhere, such as an accuracy from the command line, is written
//! into it. Everything that its author wrote stays, but for the one thing that the mutant changes.

use crate::mutant::{CoarseArithmetic, Mutant, MutantChange, RangeSide};
use expr::ast::{ComparisonOperator, Core, Data, Expr, ExprKind, Property, PropertyValue};
use expr::diagnostic::TextSpan;
use expr::fpcore::{Printed, number_text, print};
use expr::spec::{Accuracy, Defaults, Input, NEAREST_EVEN, RangeBound, Specification};
use rug::Rational;

/// The properties in which a core can state its accuracy.
const ACCURACY_PROPERTIES: [&str; 5] = [
    "accuracy-rel",
    "accuracy-abs",
    "accuracy-ulps",
    "accuracy-rounded",
    "fpbench-allowed-ulps",
];

/// The specification as a core that stands on its own: its own core, with accuracy and domain made explicit
/// where they came from elsewhere.
pub fn canonical_core(spec: &Specification) -> Core {
    let mut core = formula_core(spec);
    if let Some(program) = &spec.program {
        let formula = std::mem::replace(&mut core.body, program.clone());
        core.properties.push(property("spec", PropertyValue::Expr(formula)));
    }
    core
}

/// The same without the program that is meant to compute the formula: what mutants are copies of.
fn formula_core(spec: &Specification) -> Core {
    let mut core = spec.core.clone();
    if !ACCURACY_PROPERTIES.iter().any(|name| core.property(name).is_some()) {
        core.properties.extend(accuracy_properties(&spec.accuracy));
    }
    if !states_domain(&core, spec) {
        set_precondition(&mut core, &spec.inputs, spec.constraint.as_ref());
    }
    core
}

/// Whether the ranges of the inputs can be read out of the core alone.
fn states_domain(core: &Core, spec: &Specification) -> bool {
    let alone = Specification::from_core(core, &Defaults::default());
    alone.is_ok_and(|alone| alone.inputs == spec.inputs)
}

/// A specification as a core that stands on its own, ready to be given one fault after another.
#[derive(Clone, Debug)]
pub struct CanonicalCore<'s> {
    spec: &'s Specification,
    /// The core about the formula alone, and its text.
    core: Core,
    printed: Printed,
    /// The text with the program, if there is one.
    whole: Option<String>,
}

impl<'s> CanonicalCore<'s> {
    /// The specification without a fault.
    pub fn new(spec: &'s Specification) -> CanonicalCore<'s> {
        let core = formula_core(spec);
        let printed = Printed::new(&core);
        let whole = spec.program.as_ref().map(|_| print(&canonical_core(spec)));
        CanonicalCore {
            spec,
            core,
            printed,
            whole,
        }
    }

    /// Its text.
    pub fn text(&self) -> &str {
        self.whole.as_deref().unwrap_or(self.printed.text())
    }

    /// A mutant of it as a core that stands on its own.
    pub fn mutant(&self, mutant: &Mutant) -> Core {
        let mut core = self.core.clone();
        match &mutant.change {
            MutantChange::Body(edits) => core.body = core.body.edited(edits),
            MutantChange::Precision(arithmetic) => core.body = computed_in(*arithmetic, &core.body),
            MutantChange::Program(arithmetic, edits) => {
                core.body = computed_in(*arithmetic, &core.body.edited(edits));
            }
            MutantChange::Place(place) => core.body = place.body(self.spec),
            MutantChange::Bound { input, side, value, .. } => {
                let inputs = with_bound(&self.spec.inputs, *input, *side, value);
                set_precondition(&mut core, &inputs, self.spec.constraint.as_ref());
            }
        }
        core
    }

    /// The text of that core.
    pub fn mutant_text(&self, mutant: &Mutant) -> String {
        match &mutant.change {
            MutantChange::Body(edits) => self.printed.edited(edits),
            _ => print(&self.mutant(mutant)),
        }
    }
}

impl Mutant {
    /// The mutant as a core that stands on its own. `spec` is the specification that it was made of.
    pub fn core(&self, spec: &Specification) -> Core {
        CanonicalCore::new(spec).mutant(self)
    }
}

fn accuracy_properties(accuracy: &Accuracy) -> Vec<Property> {
    let margins = [&accuracy.relative, &accuracy.absolute, &accuracy.ulps];
    let numbers = margins.into_iter().map(|margin| margin.as_ref().map(number_text));
    let rounded = accuracy.rounded.then(|| NEAREST_EVEN.to_string());
    let stated = ACCURACY_PROPERTIES.iter().zip(numbers.chain([rounded]));
    stated
        .filter_map(|(name, value)| Some(property(name, symbol(value?))))
        .collect()
}

fn property(name: &str, value: PropertyValue) -> Property {
    Property {
        name: name.to_string(),
        value,
        span: TextSpan::default(),
    }
}

fn symbol(text: String) -> PropertyValue {
    PropertyValue::Data(Data::Symbol(text))
}

/// Puts a property in the place of the first of its name, else at the end.
fn set_property(core: &mut Core, new: Property) {
    match core.properties.iter_mut().find(|p| p.name == new.name) {
        Some(old) => *old = new,
        None => core.properties.push(new),
    }
}

/// `(! :precision … body)`.
fn computed_in(arithmetic: CoarseArithmetic, body: &Expr) -> Expr {
    let mut body = body.clone();
    drop_precisions(&mut body);
    let precision = property("precision", PropertyValue::Data(format_data(arithmetic)));
    Expr::synthetic(ExprKind::Annotated(vec![precision], Box::new(body)))
}

/// Takes away inner `:precision` annotations, which would win over the outer one.
fn drop_precisions(e: &mut Expr) {
    while let ExprKind::Annotated(properties, inner) = &mut e.kind {
        properties.retain(|p| p.name != "precision");
        if !properties.is_empty() {
            break;
        }
        let inner = std::mem::replace(&mut inner.kind, ExprKind::Bool(true));
        e.kind = inner;
    }
    for child in e.children_mut() {
        drop_precisions(child);
    }
}

/// The format as FPCore 2.0 writes it: by its name, or as `(float es nbits)` with `es` bits of exponent, `nbits` in all.
fn format_data(arithmetic: CoarseArithmetic) -> Data {
    match arithmetic {
        CoarseArithmetic::Binary64 | CoarseArithmetic::Binary32 | CoarseArithmetic::Binary16 => {
            Data::Symbol(arithmetic.name())
        }
        CoarseArithmetic::Bits(_) | CoarseArithmetic::Bfloat16 => {
            let exponent_bits = arithmetic.exponent_bits();
            let bits = exponent_bits + arithmetic.precision();
            let words = ["float".to_string(), exponent_bits.to_string(), bits.to_string()];
            Data::List(words.into_iter().map(Data::Symbol).collect())
        }
    }
}

fn with_bound(inputs: &[Input], number: usize, side: RangeSide, value: &Rational) -> Vec<Input> {
    let mut inputs = inputs.to_vec();
    let bound = inputs.get_mut(number).and_then(|input| match side {
        RangeSide::Lower => input.lo.as_mut(),
        RangeSide::Upper => input.hi.as_mut(),
    });
    if let Some(bound) = bound {
        *bound = RangeBound::exact(value.clone(), bound.strict);
    }
    inputs
}

/// Makes `:pre` say `(and (<= lo x hi) … constraint)`.
fn set_precondition(core: &mut Core, inputs: &[Input], constraint: Option<&Expr>) {
    let mut parts: Vec<Expr> = inputs.iter().flat_map(range).collect();
    parts.extend(constraint.cloned());
    let pre = match parts.len() {
        1 => parts.swap_remove(0),
        _ => Expr::synthetic(ExprKind::And(parts)),
    };
    set_property(core, property("pre", PropertyValue::Expr(pre)));
}

/// The range of one input: one chain where both bounds are of one kind, else a comparison for each.
fn range(input: &Input) -> Vec<Expr> {
    let name = || Expr::synthetic(ExprKind::Variable(input.name.clone()));
    let below = |lo: &RangeBound| chain(lo.strict, vec![lo.expression(), name()]);
    let above = |hi: &RangeBound| chain(hi.strict, vec![name(), hi.expression()]);
    match (&input.lo, &input.hi) {
        (Some(lo), Some(hi)) if lo.strict == hi.strict => {
            vec![chain(lo.strict, vec![lo.expression(), name(), hi.expression()])]
        }
        (lo, hi) => lo.iter().map(below).chain(hi.iter().map(above)).collect(),
    }
}

fn chain(strict: bool, operands: Vec<Expr>) -> Expr {
    let comparison = if strict {
        ComparisonOperator::Less
    } else {
        ComparisonOperator::LessEqual
    };
    Expr::synthetic(ExprKind::Compare(comparison, operands))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants;
    use crate::testing::{core, property as value};

    fn from_elsewhere(text: &str) -> Specification {
        let defaults = Defaults {
            accuracy: Accuracy {
                relative: Some(Rational::from((1, 1000))),
                absolute: Some(Rational::from((1, 3))),
                ..Accuracy::default()
            },
            range: Some((Rational::from(-10), Rational::from(10))),
        };
        Specification::from_core(&core(text), &defaults).unwrap()
    }

    #[test]
    fn what_the_author_wrote_stays() {
        let text = "(FPCore f (x)\n  :name \"f\"\n  :pre (<= 0.10 x PI)\n  :fpbench-allowed-ulps 2\n  (sqrt x))";
        assert_eq!(print(&canonical_core(&from_elsewhere(text))), text);
    }

    #[test]
    fn formula_and_program_stay_apart() {
        let text = "(FPCore f (x)\n  :pre (<= 0 x 1)\n  :accuracy-rel 1e-9\n  :spec (expm1 x)\n  (- (exp x) 1))";
        let spec = from_elsewhere(text);
        assert_eq!(CanonicalCore::new(&spec).text(), text);
        let unary = mutants(&spec)
            .into_iter()
            .find(|m| m.id == "unary:0:expm1-to-exp")
            .unwrap();
        let core = unary.core(&spec);
        assert_eq!(expr::fpcore::print_expr(&core.body), "(exp x)");
        assert_eq!(core.property("spec"), None);
    }

    #[test]
    fn accuracy_from_elsewhere_is_written_down() {
        let core = canonical_core(&from_elsewhere("(FPCore (x) :pre (<= 1 x 2) (sqrt x))"));
        assert_eq!(value(&core, "accuracy-rel"), "0.001");
        assert_eq!(value(&core, "accuracy-abs"), "1/3");
        assert_eq!(core.property("accuracy-ulps"), None);
    }

    #[test]
    fn correct_rounding_is_an_accuracy_of_its_own() {
        let text = "(FPCore f (x)\n  :pre (<= 1 x 2)\n  :accuracy-rounded nearestEven\n  (sqrt x))";
        let spec = from_elsewhere(text);
        assert_eq!(print(&canonical_core(&spec)), text);
        assert!(spec.accuracy.rounded && spec.accuracy.relative.is_none());
        let mut bare = from_elsewhere("(FPCore f (x) :pre (<= 1 x 2) (sqrt x))");
        bare.accuracy = spec.accuracy;
        assert_eq!(print(&canonical_core(&bare)), text);
    }

    #[test]
    fn a_range_from_elsewhere_is_written_down() {
        let core = canonical_core(&from_elsewhere(
            "(FPCore (x y z) :pre (and (<= x 2) (< y z)) (+ x (+ y z)))",
        ));
        assert_eq!(
            value(&core, "pre"),
            "(and (<= x 2) (<= -10 y 10) (<= -10 z 10) (< y z))"
        );
    }

    #[test]
    fn mutants_keep_name_and_explicit_accuracy() {
        let spec = from_elsewhere("(FPCore f (x) :name \"f\" :pre (<= 1 x 2) (sqrt x))");
        for mutant in mutants(&spec) {
            let core = mutant.core(&spec);
            assert_eq!(
                (value(&core, "name").as_str(), value(&core, "accuracy-rel").as_str()),
                ("f", "0.001")
            );
        }
    }

    /// Checks the body of the mutant with this identifier.
    fn check_precision(body: &str, id: &str, expected: &str) {
        let spec = from_elsewhere(&format!("(FPCore (x) :accuracy-rel 1e-10 {body})"));
        let mutant = mutants(&spec).into_iter().find(|m| m.id == id).unwrap();
        assert_eq!(expr::fpcore::print_expr(&mutant.core(&spec).body), expected);
    }

    #[test]
    fn formats_are_written_as_fpcore_knows_them() {
        check_precision("x", "accuracy:20-bits", "(! :precision (float 15 35) x)");
        check_precision("x", "accuracy:binary32", "(! :precision binary32 x)");
        check_precision("x", "accuracy:bfloat16", "(! :precision (float 8 16) x)");
        check_precision("x", "accuracy:binary16", "(! :precision binary16 x)");
    }

    #[test]
    fn inner_precisions_give_way() {
        check_precision(
            "(+ (! :precision binary64 (sin x)) (! :precision binary32 :round toZero x))",
            "accuracy:binary16",
            "(! :precision binary16 (+ (sin x) (! :round toZero x)))",
        );
    }
}
