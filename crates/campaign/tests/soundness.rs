//! No false proof about real mutants: formulas chosen for trouble, all their mutants, and a dense sample at 200 bits.

#[expect(dead_code, reason = "shared with tests that draw boxes too")]
#[path = "../../expr/tests/generator/random.rs"]
mod random;
#[path = "../../solver/tests/soundness/truth.rs"]
mod truth;

use expr::dag::{Dag, NodeId};
use expr::lower::lower;
use expr::normal::{Classes, Identity};
use expr::spec::{Defaults, Specification};
use interval::{Enclosure, Interval};
use random::Random;
use solver::{Apart, BoxBudget, Doubles, EnclosedMargin, Formula, SolverOutcome, SolverProblem, search};
use truth::{Values, tape};

/// Ends of domains, kinks, ties, poles, steps, touching branches, cuts, huge and tiny numbers, single points.
const TROUBLE: [&str; 20] = [
    "(FPCore (x) :accuracy-rel 1e-10 :pre (<= 0 x 1) (sqrt x))",
    "(FPCore (x) :accuracy-rel 1e-10 :pre (<= -1 x 1) (asin x))",
    "(FPCore (x) :accuracy-rel 1e-10 :pre (<= 1 x 2) (acosh x))",
    "(FPCore (x y) :accuracy-abs 1e-9 :pre (and (<= -1 x 1) (<= 0 y 1)) (fabs (- x y)))",
    "(FPCore (x y) :accuracy-rel 1e-10 :pre (and (<= 0 x 2) (<= 0 y 2)) (fmin x (fmax y 1)))",
    "(FPCore (x) :accuracy-rel 1e-10 :pre (<= -1 x 1) (/ x x))",
    "(FPCore (x) :accuracy-rel 1e-10 :pre (<= -2 x 2) (/ 1 (- x 1)))",
    "(FPCore (x y) :accuracy-rel 1e-10 :pre (and (<= -1 x 1) (<= 0 y 2)) (pow x y))",
    "(FPCore (x) :accuracy-abs 1/4 :pre (<= -3 x 3) (floor (* 2 x)))",
    "(FPCore (x) :accuracy-rel 1e-10 :pre (<= -1 x 1) (if (< x 0) (- x) x))",
    "(FPCore (x) :accuracy-rel 1e-10 :pre (<= 0 x 2) (if (<= x 1) (* x x) (- (* 2 x) 1)))",
    "(FPCore (x) :accuracy-rel 1e-10 :pre (<= 0 x 3) (tan x))",
    "(FPCore (y x) :accuracy-rel 1e-10 :pre (and (<= -1 y 1) (<= -1 x 1)) (atan2 y x))",
    "(FPCore (x y) :accuracy-ulps 2 :pre (and (<= 1e150 x 1e300) (<= 1e150 y 1e160)) (+ (* x 2) y))",
    "(FPCore (x) :accuracy-ulps 1 :pre (<= 0 x 1e-300) (* x x))",
    "(FPCore (x y) :accuracy-rel 1e-10 :pre (and (<= 0 x 4) (<= 0 y 4) (< x y)) (sqrt (- y x)))",
    "(FPCore (x) :accuracy-rel 1e-10 :pre (<= 1 x 1) (log x))",
    "(FPCore (x y) :accuracy-rel 1e-3 :pre (and (<= -1 x 1) (<= -1 y 1)) (- (* x x) (* y y)))",
    "(FPCore (x) :accuracy-rel 1e-10 :pre (<= 0 x) (/ x (+ x 1)))",
    "(FPCore (x) :accuracy-abs 1e-6 :accuracy-rel 1e-6 :pre (<= -10 x 10) (* (sin x) (round x)))",
];

const POINTS: usize = 200;
const BOXES: usize = 300;

/// How many claims were checked.
#[derive(Clone, Copy, Debug, Default)]
struct Claims {
    pairs: usize,
    identical: usize,
    covered: usize,
    witnesses: usize,
}

/// A specification ready for questions about its mutants.
struct World {
    spec: Specification,
    dag: Dag,
    root: NodeId,
    constraint: Option<NodeId>,
    sides: Vec<Interval>,
}

impl World {
    fn new(text: &str) -> World {
        let core = expr::fpcore::read(text).expect("a core").remove(0);
        let spec = Specification::from_core(&core, &Defaults::default()).expect("a specification");
        let mut dag = Dag::new();
        let root = lower(&mut dag, &spec.core, &spec.core.body).expect("a formula");
        let constraint = spec
            .constraint
            .as_ref()
            .map(|c| lower(&mut dag, &spec.core, c).expect("a condition"));
        let sides = spec.inputs.iter().map(|i| i.floats().expect("a range"));
        World {
            sides: sides.map(|(lo, hi)| Interval::hull_of(lo, hi)).collect(),
            spec,
            dag,
            root,
            constraint,
        }
    }

    fn told_apart(&self, g: NodeId, margin: EnclosedMargin) -> Formula {
        let question = Formula::told_apart(Apart {
            f: self.root,
            g,
            margin,
        });
        match self.constraint {
            Some(c) => Formula::All(vec![Formula::Holds(c), question]),
            None => question,
        }
    }

    /// A sampled input at which a formula provably holds.
    fn sampled(&self, formula: &Formula) -> Option<Vec<f64>> {
        let (roots, mut random) = (formula.nodes(), Random(7));
        let tape = tape(&self.dag, &roots);
        let mut values = Values::new(&tape);
        let mut points = (0..POINTS).map(|_| random.point(&self.sides));
        points.find(|point| {
            values.at(point);
            values.holds(&roots, formula) == Some(true)
        })
    }

    fn check(&self, id: &str, g: NodeId, claims: &mut Claims) {
        claims.pairs += 1;
        let domain = self.sides.iter().map(|&s| Enclosure::everywhere(s)).collect();
        if let Identity::Equal(rules) = Classes::new(&self.dag, domain).identity(self.root, g) {
            claims.identical += 1;
            let refuted = self.sampled(&self.told_apart(g, margin(0.0, 0.0, 0.0)));
            assert_eq!(
                refuted,
                None,
                "{}: {id}: {:?}",
                self.spec.core.body_text(),
                rules.names()
            );
        }
        let formula = self.told_apart(g, self.margin());
        let problem = SolverProblem {
            dag: &self.dag,
            formula: &formula,
            domain: &self.sides,
            inputs: &Doubles(&self.sides),
        };
        match search(&problem, BoxBudget { boxes: BOXES }) {
            SolverOutcome::Excluded { .. } => {
                claims.covered += 1;
                assert_eq!(self.sampled(&formula), None, "{}: {id}", self.spec.core.body_text());
            }
            SolverOutcome::Witness { point, .. } => {
                claims.witnesses += 1;
                assert!(
                    !self.refuted(&formula, &point),
                    "{}: {id}: {point:?}",
                    self.spec.core.body_text()
                );
            }
            SolverOutcome::Unknown { .. } => {}
        }
    }

    fn refuted(&self, formula: &Formula, point: &[f64]) -> bool {
        let roots = formula.nodes();
        let tape = tape(&self.dag, &roots);
        let mut values = Values::new(&tape);
        values.at(point);
        values.holds(&roots, formula) == Some(false)
    }

    fn margin(&self) -> EnclosedMargin {
        let accuracy = &self.spec.accuracy;
        let number = |q: &Option<rug::Rational>| q.as_ref().map_or(0.0, rug::Rational::to_f64);
        margin(
            number(&accuracy.relative),
            number(&accuracy.absolute),
            number(&accuracy.ulps),
        )
    }
}

/// max(e·|y|, d, n·ulp(y)), where ulp(y) is between 2^−53·|y| and 2^−52·|y| or the least number.
fn margin(relative: f64, absolute: f64, ulps: f64) -> EnclosedMargin {
    let least = relative.max(ulps * f64::EPSILON / 2.0);
    EnclosedMargin {
        relative: Interval::hull_of(least, relative.max(ulps * f64::EPSILON)),
        absolute: Interval::point(absolute.max(ulps * f64::from_bits(1))),
    }
}

/// The formula as its author wrote it.
trait BodyText {
    fn body_text(&self) -> String;
}

impl BodyText for expr::ast::Core {
    fn body_text(&self) -> String {
        expr::fpcore::print_expr(&self.body)
    }
}

#[test]
fn no_false_proof_about_mutants() {
    let mut claims = Claims::default();
    for text in TROUBLE {
        let mut world = World::new(text);
        for mutant in mutation::mutants(&world.spec) {
            let Some(body) = mutant.body(&world.spec) else { continue };
            let core = world.spec.core.clone();
            if let Ok(g) = lower(&mut world.dag, &core, &body) {
                world.check(&mutant.id, g, &mut claims);
            }
        }
    }
    println!("{claims:?}");
    assert!(
        claims.pairs > 1000 && claims.covered > 20 && claims.witnesses > 500,
        "{claims:?}"
    );
}
