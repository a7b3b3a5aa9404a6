//! Reading a specification out of an FPCore: the box, the constraint, the accuracy, the policy.

use super::bound::constant_bound;
use super::fixed::{BITS, SCALES};
use super::{Accuracy, Fixed, Format, Input, OutOfDomain, RangeBound, Specification};
use crate::ast::{ComparisonOperator, Core, Data, Expr, ExprKind, Property, PropertyValue};
use crate::diagnostic::{Diagnostic, Diagnostics, TextSpan};
use interval::Unary;
use rug::Rational;

/// The one direction of rounding that `:accuracy-rounded` knows, by the name that FPCore has for it.
pub const NEAREST_EVEN: &str = "nearestEven";

/// What the caller supplies for cores that do not say it themselves.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// Accuracy for a core that has none.
    pub accuracy: Accuracy,
    /// Bounds for an input that has none at all.
    pub range: Option<(Rational, Rational)>,
}

impl Specification {
    /// Reads a specification out of a core; all complaints at once.
    ///
    /// ```
    /// use expr::spec::{Defaults, Specification};
    ///
    /// let text = "spec f(x in (0, 1/3], y in [0, 1]) accuracy 1e-9 where x < y { log(x)/y }";
    /// let core = expr::infix::read(text)?.remove(0);
    /// let spec = Specification::from_core(&core, &Defaults::default())?;
    /// // The box of the inputs has exact ends; what is beyond a box stays a constraint.
    /// let x = &spec.inputs[0];
    /// assert_eq!(x.floats(), Some((5e-324, 1.0 / 3.0)));
    /// assert!(!x.contains(0.0) && x.contains(1.0 / 3.0));
    /// assert!(spec.constraint.is_some() && spec.accuracy.relative.is_some());
    /// # Ok::<(), expr::diagnostic::Diagnostics>(())
    /// ```
    pub fn from_core(core: &Core, defaults: &Defaults) -> Result<Specification, Diagnostics> {
        let mut errors = Vec::new();
        let output = precision(core.property("precision"), Format::Binary64, &mut errors);
        let mut inputs = inputs(core, output, &mut errors);
        let rest = match core.property("pre") {
            Some(pre) => precondition(pre, &mut inputs, &mut errors),
            None => Vec::new(),
        };
        apply_default_range(&mut inputs, defaults);
        empty_ranges(core, &inputs, &mut errors);
        wide_words(core, &inputs, &mut errors);
        let accuracy = accuracy(core, defaults, &mut errors);
        let out_of_domain = policy(core, &mut errors);
        let (formula, program) = formula_and_program(core, &mut errors);
        if !errors.is_empty() {
            return Err(Diagnostics(errors));
        }
        Ok(Specification {
            name: name(core),
            core: formula,
            program,
            inputs,
            constraint: conjunction(rest),
            accuracy,
            out_of_domain,
            output,
        })
    }
}

/// The core about the formula of `:spec`, and its body as a program; the core as it is if there is no `:spec`.
fn formula_and_program(core: &Core, errors: &mut Vec<Diagnostic>) -> (Core, Option<Expr>) {
    let mut formula = core.clone();
    formula.properties.retain(|p| p.name != "spec");
    let mut all = core.properties.iter().filter(|p| p.name == "spec");
    let (first, second) = (all.next(), all.next());
    if let Some(second) = second {
        errors.push(Diagnostic::new(
            second.span,
            "a core has one `:spec`, and this is another",
        ));
    }
    match first.map(|property| (&property.value, property.span)) {
        Some((PropertyValue::Expr(meant), _)) => {
            let program = std::mem::replace(&mut formula.body, meant.clone());
            (formula, Some(program))
        }
        Some((PropertyValue::Data(_), span)) => {
            errors.push(Diagnostic::new(span, "`:spec` is not a formula"));
            (formula, None)
        }
        None => (formula, None),
    }
}

/// `:name`, else the identifier.
pub(crate) fn name(core: &Core) -> String {
    match core.property("name").map(|p| &p.value) {
        Some(PropertyValue::Data(Data::Text(text) | Data::Symbol(text))) => text.clone(),
        _ => core.ident.clone().unwrap_or_else(|| "unnamed".into()),
    }
}

pub(crate) fn precision(property: Option<&Property>, default: Format, errors: &mut Vec<Diagnostic>) -> Format {
    let Some(property) = property else { return default };
    match &property.value {
        PropertyValue::Data(Data::Symbol(s)) if s == "binary64" || s == "real" => Format::Binary64,
        PropertyValue::Data(Data::Symbol(s)) if s == "binary32" => Format::Binary32,
        PropertyValue::Data(Data::Symbol(s)) if s == "integer" => Format::Fixed(Fixed { scale: 0, bits: 64 }),
        PropertyValue::Data(Data::List(words)) if fixed(words).is_some() => fixed(words).map_or(default, Format::Fixed),
        _ => {
            errors.push(Diagnostic::new(property.span, "this `:precision` is not supported").hint(
                "inputs can be binary64, binary32, integer, or (fixed SCALE BITS) with 2 to 64 bits and a scale from \
                 -900 to 900",
            ));
            default
        }
    }
}

/// `(fixed scale bits)`.
fn fixed(words: &[Data]) -> Option<Fixed> {
    let [Data::Symbol(word), Data::Symbol(scale), Data::Symbol(bits)] = words else {
        return None;
    };
    let (scale, bits) = (scale.parse().ok()?, bits.parse().ok()?);
    let known = word == "fixed" && SCALES.contains(&scale) && BITS.contains(&bits);
    known.then_some(Fixed { scale, bits })
}

/// The arguments as inputs without bounds.
pub(crate) fn inputs(core: &Core, output: Format, errors: &mut Vec<Diagnostic>) -> Vec<Input> {
    let mut all = Vec::new();
    for argument in &core.arguments {
        if !argument.dimensions.is_empty() {
            let message = format!("`{}` is a tensor: tensor arguments are not supported", argument.name);
            errors.push(Diagnostic::new(argument.span, message).hint("pass its elements as scalars"));
        }
        let own = argument.properties.iter().find(|p| p.name == "precision");
        all.push(Input {
            name: argument.name.clone(),
            format: precision(own, output, errors),
            lo: None,
            hi: None,
        });
    }
    all
}

/// Moves what bounds a single input into its range; returns the rest.
pub(crate) fn precondition(pre: &Property, inputs: &mut [Input], errors: &mut Vec<Diagnostic>) -> Vec<Expr> {
    let PropertyValue::Expr(formula) = &pre.value else {
        errors.push(Diagnostic::new(pre.span, "`:pre` is not a formula"));
        return Vec::new();
    };
    let mut rest = Vec::new();
    for part in conjuncts(formula) {
        match &part.kind {
            ExprKind::Compare(c, list) if *c != ComparisonOperator::NotEqual => {
                let pairs = list.windows(2).map(|w| (&w[0], &w[1]));
                rest.extend(pairs.filter_map(|(a, b)| comparison(*c, a, b, part.span, inputs, errors)));
            }
            ExprKind::Bool(true) => {}
            _ => rest.push(part.clone()),
        }
    }
    rest
}

/// The parts of nested conjunctions.
pub(crate) fn conjuncts(formula: &Expr) -> Vec<&Expr> {
    match &formula.kind {
        ExprKind::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        _ => vec![formula],
    }
}

fn conjunction(mut parts: Vec<Expr>) -> Option<Expr> {
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(Expr::synthetic(ExprKind::And(parts))),
    }
}

/// Uses a comparison as a bound if it is one; gives it back otherwise.
fn comparison(
    c: ComparisonOperator,
    a: &Expr,
    b: &Expr,
    span: TextSpan,
    inputs: &mut [Input],
    errors: &mut Vec<Diagnostic>,
) -> Option<Expr> {
    let plain = argument(a, inputs).is_some() || argument(b, inputs).is_some();
    if plain && is_slack(c, a, b) {
        return None;
    }
    let bound = match (argument(a, inputs), argument(b, inputs)) {
        (Some(n), None) => constant_bound(b, is_strict(c)).map(|bound| (n, c, b.span, bound)),
        (None, Some(n)) => constant_bound(a, is_strict(c)).map(|bound| (n, flipped(c), a.span, bound)),
        _ => None,
    };
    match bound {
        Some((n, c, _, Ok(bound))) => tighten(&mut inputs[n], c, bound),
        Some((_, _, at, Err(why))) => errors.push(Diagnostic::new(at, why.message).hint(why.hint)),
        None => {
            let kind = ExprKind::Compare(c, vec![a.clone(), b.clone()]);
            return Some(Expr { kind, span });
        }
    }
    None
}

fn is_strict(c: ComparisonOperator) -> bool {
    matches!(c, ComparisonOperator::Less | ComparisonOperator::Greater)
}

/// Whether a comparison with ±INFINITY holds for every real number: x ≤ INFINITY, −INFINITY < x.
fn is_slack(c: ComparisonOperator, a: &Expr, b: &Expr) -> bool {
    match c {
        ComparisonOperator::Less | ComparisonOperator::LessEqual => is_infinity(a, true) || is_infinity(b, false),
        ComparisonOperator::Greater | ComparisonOperator::GreaterEqual => is_infinity(a, false) || is_infinity(b, true),
        _ => false,
    }
}

fn is_infinity(e: &Expr, negative: bool) -> bool {
    match &e.kind {
        ExprKind::Unsupported(name, _) => name == "INFINITY" && !negative,
        ExprKind::Unary(Unary::Neg, inner) => negative && is_infinity(inner, false),
        _ => false,
    }
}

/// a ⋄ b as b ⋄' a.
fn flipped(c: ComparisonOperator) -> ComparisonOperator {
    match c {
        ComparisonOperator::Less => ComparisonOperator::Greater,
        ComparisonOperator::LessEqual => ComparisonOperator::GreaterEqual,
        ComparisonOperator::Greater => ComparisonOperator::Less,
        ComparisonOperator::GreaterEqual => ComparisonOperator::LessEqual,
        symmetric => symmetric,
    }
}

fn argument(e: &Expr, inputs: &[Input]) -> Option<usize> {
    match &e.kind {
        ExprKind::Variable(name) => inputs.iter().position(|i| i.name == *name),
        _ => None,
    }
}

/// Intersects the range of an input with `x ⋄ value`.
fn tighten(input: &mut Input, c: ComparisonOperator, bound: RangeBound) {
    if matches!(
        c,
        ComparisonOperator::Greater | ComparisonOperator::GreaterEqual | ComparisonOperator::Equal
    ) && input
        .lo
        .as_ref()
        .is_none_or(|old| (&bound.value, bound.strict) > (&old.value, old.strict))
    {
        input.lo = Some(bound.clone());
    }
    if matches!(
        c,
        ComparisonOperator::Less | ComparisonOperator::LessEqual | ComparisonOperator::Equal
    ) && input
        .hi
        .as_ref()
        .is_none_or(|old| (&bound.value, !bound.strict) < (&old.value, !old.strict))
    {
        input.hi = Some(bound);
    }
}

fn apply_default_range(inputs: &mut [Input], defaults: &Defaults) {
    let Some((lo, hi)) = &defaults.range else { return };
    for input in inputs.iter_mut().filter(|i| i.lo.is_none() && i.hi.is_none()) {
        let closed = |value: &Rational| Some(RangeBound::exact(value.clone(), false));
        (input.lo, input.hi) = (closed(lo), closed(hi));
    }
}

fn empty_ranges(core: &Core, inputs: &[Input], errors: &mut Vec<Diagnostic>) {
    let span = core.property("pre").map_or(core.span, |p| p.span);
    for input in inputs.iter().filter(|i| i.floats().is_none()) {
        let shown = |b: &Option<RangeBound>, none: &str| b.as_ref().map_or(none.into(), RangeBound::text);
        let message = format!(
            "empty domain: no {} number lies between {} and {} for `{}`",
            input.format.name(),
            shown(&input.lo, "-inf"),
            shown(&input.hi, "inf"),
            input.name
        );
        errors.push(Diagnostic::new(span, message).hint("are the bounds reversed, or too close for the format?"));
    }
}

/// Numbers of wide words that are no doubles would be left out of every proof, so they must not be in the domain.
fn wide_words(core: &Core, inputs: &[Input], errors: &mut Vec<Diagnostic>) {
    let span = core.property("pre").map_or(core.span, |p| p.span);
    for input in inputs {
        let (Format::Fixed(fixed), Some((lo, hi))) = (input.format, input.floats()) else {
            continue;
        };
        if lo < -fixed.all_doubles() || hi > fixed.all_doubles() {
            let message = format!(
                "the domain of `{}` has numbers of {} that are no doubles: it goes beyond 2^53 steps",
                input.name,
                input.format.name()
            );
            errors.push(Diagnostic::new(span, message).hint("bound it in `:pre` by at most 2^53 steps on either side"));
        }
    }
}

fn accuracy(core: &Core, defaults: &Defaults, errors: &mut Vec<Diagnostic>) -> Accuracy {
    let own = match core.property("accuracy-rounded") {
        Some(property) => rounded(core, property, errors),
        None => margins(core, errors),
    };
    let chosen = if own.is_empty() { defaults.accuracy.clone() } else { own };
    if chosen.is_empty() && errors.is_empty() {
        errors.push(
            Diagnostic::new(core.span, format!("no accuracy requirement for `{}`", name(core)))
                .hint("add `:accuracy-rel 1e-10` (or -abs, -ulps, -rounded) to the core, or pass --accuracy-rel 1e-10"),
        );
    }
    chosen
}

/// The margins that a core states.
fn margins(core: &Core, errors: &mut Vec<Diagnostic>) -> Accuracy {
    let mut number = |name: &str| core.property(name).and_then(|p| positive(p, errors));
    let ulps = number("accuracy-ulps");
    Accuracy {
        relative: number("accuracy-rel"),
        absolute: number("accuracy-abs"),
        ulps: ulps.or_else(|| number("fpbench-allowed-ulps")),
        rounded: false,
    }
}

/// Correct rounding, which stands alone: it leaves one result, and a margin beside it would be without meaning.
fn rounded(core: &Core, property: &Property, errors: &mut Vec<Diagnostic>) -> Accuracy {
    if property.value != PropertyValue::Data(Data::Symbol(NEAREST_EVEN.into())) {
        let message = format!("`:accuracy-rounded` must be `{NEAREST_EVEN}`");
        errors.push(Diagnostic::new(property.span, message).hint("other directions of rounding are not supported"));
    }
    let margins = ["accuracy-rel", "accuracy-abs", "accuracy-ulps"];
    for margin in margins.iter().filter_map(|name| core.property(name)) {
        let message = format!("`:{}` cannot stand beside `:accuracy-rounded`", margin.name);
        errors.push(
            Diagnostic::new(margin.span, message).hint("a correctly rounded result has no margin: leave one out"),
        );
    }
    Accuracy {
        rounded: true,
        ..Accuracy::default()
    }
}

/// The value of a numeric property.
fn positive(property: &Property, errors: &mut Vec<Diagnostic>) -> Option<Rational> {
    let value = match &property.value {
        PropertyValue::Data(Data::Symbol(text)) => crate::fpcore::parse_number(text).ok(),
        PropertyValue::Expr(Expr {
            kind: ExprKind::Number(n),
            ..
        }) => Some(n.value.clone()),
        _ => None,
    };
    match value {
        Some(q) if q.cmp0().is_gt() => Some(q),
        _ => {
            errors.push(Diagnostic::new(
                property.span,
                format!("`:{}` must be a positive number", property.name),
            ));
            None
        }
    }
}

fn policy(core: &Core, errors: &mut Vec<Diagnostic>) -> OutOfDomain {
    let Some(property) = core.property("out-of-domain") else {
        return OutOfDomain::default();
    };
    let word = match &property.value {
        PropertyValue::Data(Data::Symbol(s) | Data::Text(s)) => s.as_str(),
        _ => "",
    };
    let known = OutOfDomain::NAMES.iter().find(|(name, _)| *name == word);
    known.map(|(_, policy)| *policy).unwrap_or_else(|| {
        errors.push(
            Diagnostic::new(property.span, "unknown `:out-of-domain` policy").hint("use reject, clamp or unspecified"),
        );
        OutOfDomain::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds of x that a precondition makes.
    fn bounds(pre: &str) -> Result<Input, Diagnostics> {
        let text = format!("(FPCore (x) :pre (and (<= -9 x 9) {pre}) :accuracy-rel 1e-6 x)");
        let core = crate::fpcore::read(&text)?.remove(0);
        Ok(Specification::from_core(&core, &Defaults::default())?.inputs.remove(0))
    }

    #[test]
    fn bounds_that_only_look_irrational_keep_their_strictness() {
        for (pre, least) in [
            ("(< (ceil M_2_PI) x)", 1f64.next_up()),
            ("(<= (ceil M_2_PI) x)", 1.0),
            // The double is greater than the number.
            ("(< M_2_PI x)", std::f64::consts::FRAC_2_PI),
        ] {
            let input = bounds(pre).unwrap();
            assert_eq!(input.floats().unwrap().0, least, "{pre}");
            assert_eq!(input.contains(1.0), least <= 1.0, "{pre}");
        }
        let upper = bounds("(> (floor PI) x)").unwrap();
        assert_eq!(upper.floats().unwrap().1, 3f64.next_down());
        // No float is equal to it, and no float is nearer than those on both sides.
        assert!(bounds("(== x PI)").is_err());
        // The sum is 1, which no enclosure of positive width proves: 1 may be left out or not.
        let sum = "(+ (pow (sin 1) 2) (pow (cos 1) 2))";
        assert!(bounds(&format!("(< {sum} x)")).is_err());
    }
}
