//! Faults that show at one place of the domain only: a formula that is off there, and right everywhere else.
//!
//! The value is off by four times what the accuracy allows, towards 0 and beyond: y becomes y·(1 − 4e) ∓ 4d with
//! ε = e relatively and d absolutely, and d is at least the least positive number of the format. So a fault of this size
//! can be told at every input that has a value, be it huge, tiny or 0.

use crate::mutant::{Mutant, MutantChange};
use crate::operator::MutationOperator;
use crate::specification::epsilon;
use expr::ast::{ComparisonOperator, Expr, ExprKind, NumberLiteral};
use expr::dag::{Dag, NodeId};
use expr::spec::Specification;
use interval::{Binary, Unary};
use rug::{Integer, Rational};

/// A part of a domain, by what is true of its inputs there.
#[derive(Clone, Debug, PartialEq)]
pub enum MutantPlace {
    /// One input lies between two floats, or is one of them.
    Between {
        /// Number of the input in the specification.
        input: usize,
        /// The least float.
        lo: f64,
        /// The greatest float.
        hi: f64,
    },
    /// Some inputs have these values.
    At(Vec<(usize, f64)>),
    /// Two inputs are equal.
    Equal(usize, usize),
    /// One input is the negative of the other.
    Opposite(usize, usize),
}

/// How many margins the value is off.
const MARGINS: u32 = 4;

impl MutantPlace {
    /// The mutant with its fault at this place.
    ///
    /// ```
    /// use expr::spec::{Defaults, Specification};
    /// use mutation::{CanonicalCore, MutantPlace};
    ///
    /// let core = expr::infix::read("spec f(x in [0, 1]) accuracy abs 1/8 { sin(x) }")?.remove(0);
    /// let spec = Specification::from_core(&core, &Defaults::default())?;
    /// let mutant = MutantPlace::At(vec![(0, 0.5)]).mutant(&spec);
    /// assert_eq!(mutant.id, "special:at:0=5e-1");
    /// let text = CanonicalCore::new(&spec).mutant_text(&mutant);
    /// assert!(text.ends_with("(let ((y (sin x))) (if (== x 0x1p-1) (if (< y 0) (+ y 0.5) (- y 0.5)) y)))"), "{text}");
    /// // Its identifier says all of it.
    /// assert_eq!(MutantPlace::of_id(&spec, &mutant.id).map(|place| place.mutant(&spec)), Some(mutant));
    /// # Ok::<(), expr::diagnostic::Diagnostics>(())
    /// ```
    pub fn mutant(self, spec: &Specification) -> Mutant {
        Mutant {
            id: self.id(),
            operator: self.operator(),
            description: format!("off by {MARGINS} times the accuracy where {}", self.words(spec)),
            change: MutantChange::Place(self),
        }
    }

    /// The place that an identifier names, if it is the identifier of such a mutant of the specification.
    pub fn of_id(spec: &Specification, id: &str) -> Option<MutantPlace> {
        let (kind, rest) = id.split_once(':')?;
        let (first, second) = rest.split_once(':')?;
        let place = match (kind, first) {
            ("region", input) => {
                let (lo, hi) = second.split_once(':')?;
                MutantPlace::Between {
                    input: input.parse().ok()?,
                    lo: lo.parse().ok()?,
                    hi: hi.parse().ok()?,
                }
            }
            ("special", "at") => MutantPlace::At(second.split(',').map(value).collect::<Option<_>>()?),
            ("special", "equal") => pair(second).map(|(i, j)| MutantPlace::Equal(i, j))?,
            ("special", "opposite") => pair(second).map(|(i, j)| MutantPlace::Opposite(i, j))?,
            _ => return None,
        };
        (place.is_within(spec) && place.id() == id).then_some(place)
    }

    /// Whether a point lies at this place.
    pub fn contains(&self, point: &[f64]) -> bool {
        match self {
            MutantPlace::Between { input, lo, hi } => (*lo..=*hi).contains(&point[*input]),
            MutantPlace::At(values) => values.iter().all(|&(i, x)| point[i] == x),
            MutantPlace::Equal(i, j) => point[*i] == point[*j],
            MutantPlace::Opposite(i, j) => point[*i] == -point[*j],
        }
    }

    /// The formula `root` with the fault at this place.
    pub fn lower(&self, dag: &mut Dag, spec: &Specification, root: NodeId) -> NodeId {
        let condition = self.lower_condition(dag);
        let (factor, shift) = off_by(spec);
        let factor = dag.literal(factor);
        let shift = dag.literal(shift);
        let zero = dag.literal(0);
        let scaled = dag.product(root, factor);
        let (up, down) = (dag.sum(scaled, shift), dag.difference(scaled, shift));
        let negative = dag.compare(ComparisonOperator::Less, root, zero);
        let off = dag.select(negative, up, down);
        dag.select(condition, off, root)
    }

    /// The same as an expression around the body.
    pub fn body(&self, spec: &Specification) -> Expr {
        let name = fresh_name(spec);
        let y = || variable(&name);
        let (factor, shift) = off_by(spec);
        let scaled = || match factor == 1 {
            true => y(),
            false => binary(Binary::Mul, y(), number(&factor)),
        };
        let negative = compare(ComparisonOperator::Less, vec![y(), number(&Rational::new())]);
        let off = choose(
            negative,
            binary(Binary::Add, scaled(), number(&shift)),
            binary(Binary::Sub, scaled(), number(&shift)),
        );
        Expr::synthetic(ExprKind::Let {
            sequential: false,
            bindings: vec![(name.clone(), spec.core.body.clone())],
            body: Box::new(choose(self.condition(spec), off, y())),
        })
    }

    fn operator(&self) -> MutationOperator {
        match self {
            MutantPlace::Between { .. } => MutationOperator::Region,
            _ => MutationOperator::Special,
        }
    }

    /// Rust writes the shortest decimal that is read as the same double.
    fn id(&self) -> String {
        let what = match self {
            MutantPlace::Between { input, lo, hi } => format!("{input}:{lo:e}:{hi:e}"),
            MutantPlace::At(values) => {
                let values: Vec<String> = values.iter().map(|(i, x)| format!("{i}={x:e}")).collect();
                format!("at:{}", values.join(","))
            }
            MutantPlace::Equal(i, j) => format!("equal:{i},{j}"),
            MutantPlace::Opposite(i, j) => format!("opposite:{i},{j}"),
        };
        format!("{}:{what}", self.operator().name())
    }

    fn words(&self, spec: &Specification) -> String {
        let name = |i: usize| format!("`{}`", spec.inputs[i].name);
        match self {
            MutantPlace::Between { input, lo, hi } => format!("{} lies between {lo:e} and {hi:e}", name(*input)),
            MutantPlace::At(values) => {
                let values: Vec<String> = values.iter().map(|&(i, x)| format!("{} is {x:e}", name(i))).collect();
                values.join(" and ")
            }
            MutantPlace::Equal(i, j) => format!("{} equals {}", name(*i), name(*j)),
            MutantPlace::Opposite(i, j) => format!("{} is the negative of {}", name(*i), name(*j)),
        }
    }

    fn is_within(&self, spec: &Specification) -> bool {
        let known = |i: &usize| *i < spec.inputs.len();
        match self {
            MutantPlace::Between { input, lo, hi } => known(input) && lo.is_finite() && hi.is_finite() && lo <= hi,
            MutantPlace::At(values) => {
                let ascending = values.windows(2).all(|pair| pair[0].0 < pair[1].0);
                ascending && !values.is_empty() && values.iter().all(|(i, x)| known(i) && x.is_finite())
            }
            MutantPlace::Equal(i, j) | MutantPlace::Opposite(i, j) => i < j && known(j),
        }
    }

    fn condition(&self, spec: &Specification) -> Expr {
        let name = |i: usize| variable(&spec.inputs[i].name);
        match self {
            MutantPlace::Between { input, lo, hi } => compare(
                ComparisonOperator::LessEqual,
                vec![float(*lo), name(*input), float(*hi)],
            ),
            MutantPlace::At(values) => {
                let equal = |&(i, x): &(usize, f64)| compare(ComparisonOperator::Equal, vec![name(i), float(x)]);
                let mut parts: Vec<Expr> = values.iter().map(equal).collect();
                match parts.len() {
                    1 => parts.swap_remove(0),
                    _ => Expr::synthetic(ExprKind::And(parts)),
                }
            }
            MutantPlace::Equal(i, j) => compare(ComparisonOperator::Equal, vec![name(*i), name(*j)]),
            MutantPlace::Opposite(i, j) => {
                let opposite = Expr::synthetic(ExprKind::Unary(Unary::Neg, Box::new(name(*j))));
                compare(ComparisonOperator::Equal, vec![name(*i), opposite])
            }
        }
    }

    fn lower_condition(&self, dag: &mut Dag) -> NodeId {
        let literal = |dag: &mut Dag, x: f64| dag.literal(exact(x));
        match self {
            MutantPlace::Between { input, lo, hi } => {
                let x = dag.variable(*input);
                let (lo, hi) = (literal(dag, *lo), literal(dag, *hi));
                let above = dag.compare(ComparisonOperator::LessEqual, lo, x);
                let below = dag.compare(ComparisonOperator::LessEqual, x, hi);
                dag.all(&[above, below])
            }
            MutantPlace::At(values) => {
                let equal = |&(i, value): &(usize, f64)| {
                    let (x, value) = (dag.variable(i), dag.literal(exact(value)));
                    dag.compare(ComparisonOperator::Equal, x, value)
                };
                let parts: Vec<NodeId> = values.iter().map(equal).collect();
                dag.all(&parts)
            }
            MutantPlace::Equal(i, j) => {
                let (x, y) = (dag.variable(*i), dag.variable(*j));
                dag.compare(ComparisonOperator::Equal, x, y)
            }
            MutantPlace::Opposite(i, j) => {
                let (x, y) = (dag.variable(*i), dag.variable(*j));
                let opposite = dag.unary(Unary::Neg, y);
                dag.compare(ComparisonOperator::Equal, x, opposite)
            }
        }
    }
}

/// 1 − 4e and 4d.
fn off_by(spec: &Specification) -> (Rational, Rational) {
    let relative = epsilon(spec).unwrap_or_default() * MARGINS;
    let step = spec.output.least_exponent();
    let least = Rational::from((Integer::from(1), Integer::from(1) << step.unsigned_abs()));
    let least = if step < 0 { least } else { least.recip() };
    // Of fixed point, n ulps are n steps everywhere.
    let margins = spec.accuracy.margins();
    let ulps = margins.ulps.unwrap_or_default() * &least;
    let absolute = margins.absolute.unwrap_or_default().max(ulps).max(least);
    (1 - relative, absolute * MARGINS)
}

/// A name for the value that no argument has.
fn fresh_name(spec: &Specification) -> String {
    let taken = |name: &str| spec.inputs.iter().any(|i| i.name == name);
    let mut name = "y".to_string();
    while taken(&name) {
        name.push('_');
    }
    name
}

fn value(text: &str) -> Option<(usize, f64)> {
    let (i, x) = text.split_once('=')?;
    Some((i.parse().ok()?, x.parse().ok()?))
}

fn pair(text: &str) -> Option<(usize, usize)> {
    let (i, j) = text.split_once(',')?;
    Some((i.parse().ok()?, j.parse().ok()?))
}

fn exact(x: f64) -> Rational {
    Rational::from_f64(x).unwrap_or_default()
}

fn variable(name: &str) -> Expr {
    Expr::synthetic(ExprKind::Variable(name.into()))
}

fn number(value: &Rational) -> Expr {
    Expr::synthetic(ExprKind::Number(NumberLiteral {
        value: value.clone(),
        text: String::new(),
    }))
}

fn float(x: f64) -> Expr {
    Expr::synthetic(ExprKind::Number(NumberLiteral {
        value: exact(x),
        text: expr::fpcore::float_text(x),
    }))
}

fn compare(operator: ComparisonOperator, operands: Vec<Expr>) -> Expr {
    Expr::synthetic(ExprKind::Compare(operator, operands))
}

fn binary(f: Binary, a: Expr, b: Expr) -> Expr {
    Expr::synthetic(ExprKind::Binary(f, Box::new(a), Box::new(b)))
}

fn choose(condition: Expr, yes: Expr, no: Expr) -> Expr {
    Expr::synthetic(ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::spec;
    use expr::eval::{Evaluator, FloatArithmetic, Tape};
    use expr::fpcore::{print, read};
    use expr::lower::LoweredPlaces;

    fn places() -> Vec<MutantPlace> {
        vec![
            MutantPlace::Between {
                input: 1,
                lo: -0.1,
                hi: f64::from_bits(3),
            },
            MutantPlace::At(vec![(0, 0.0), (1, 1e300)]),
            MutantPlace::Equal(0, 1),
            MutantPlace::Opposite(0, 1),
        ]
    }

    #[test]
    fn identifiers_are_read_again_and_nothing_else_is() {
        let spec = spec("(FPCore (x y) :accuracy-rel 1e-10 :pre (and (<= -1 x 1) (<= -1 y 1)) (- x y))");
        for place in places() {
            let mutant = place.clone().mutant(&spec);
            assert_eq!(MutantPlace::of_id(&spec, &mutant.id), Some(place));
        }
        for id in [
            "region:2:0e0:1e0",
            "region:0:1e0:0e0",
            "region:0:0.0:1e0",
            "region:0:0e0:inf",
            "special:at:",
            "special:at:1=0e0,0=0e0",
            "special:equal:1,0",
            "special:equal:0,2",
            "unary:0:sin",
        ] {
            assert_eq!(MutantPlace::of_id(&spec, id), None, "{id}");
        }
    }

    #[test]
    fn text_and_node_mean_the_same() {
        let spec = spec("(FPCore (x y) :accuracy-rel 1e-3 :pre (and (<= -1 x 1) (<= -1 y 1)) (- x (* 3 y)))");
        let points = [
            [0.5, 0.5],
            [0.25, -0.25],
            [0.0, 1e300],
            [0.3, -0.05],
            [0.0, 0.0],
            [0.7, 0.2],
        ];
        for place in places() {
            let mutant = place.clone().mutant(&spec);
            let text = print(&mutant.core(&spec));
            let other = read(&text).unwrap().remove(0);
            let mut dag = Dag::new();
            let (_, root) = LoweredPlaces::new(&mut dag, &spec.core).unwrap();
            let node = place.lower(&mut dag, &spec, root);
            let (_, whole) = LoweredPlaces::new(&mut dag, &other).unwrap();
            let tape = Tape::new(&dag, &[node, whole, root]);
            let mut at = Evaluator::new(&tape, FloatArithmetic);
            for point in points {
                at.run(&point);
                let (node, whole, right) = (*at.root(0), *at.root(1), *at.root(2));
                assert_eq!(node.to_bits(), whole.to_bits(), "{text} at {point:?}");
                assert_eq!(node == right, !place.contains(&point), "{text} at {point:?}");
            }
        }
    }

    #[test]
    fn an_argument_may_be_called_y() {
        let spec = spec("(FPCore (y) :accuracy-abs 1 :pre (<= 0 y 1) (* y y))");
        let text = print(&MutantPlace::At(vec![(0, 1.0)]).mutant(&spec).core(&spec));
        assert!(text.contains("(let ((y_ (* y y))) (if (== y 0x1p+0)"), "{text}");
    }
}
