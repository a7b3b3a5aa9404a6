//! Problems that doubles cannot decide and MPFR enclosures can: cancellation that eats the digits of both formulas.
//!
//! All of these end with the budget if MPFR enclosures are not used. Every witness is checked again with 200 bits.

use expr::dag::{Dag, NodeId};
use expr::eval::{BigArithmetic, Evaluator, Tape};
use expr::lower::lower;
use interval::{BigEnclosure, BigInterval, Binary, Interval};
use solver::{Apart, BoxBudget, Doubles, EnclosedMargin, Formula, SolverOutcome, SolverProblem, search};

/// Two formulas of x, a domain, a relative and an absolute margin, and what must be found out.
struct Case {
    name: &'static str,
    f: &'static str,
    g: &'static str,
    domain: (f64, f64),
    relative: f64,
    absolute: f64,
    boxes: usize,
    witness: bool,
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    Case { name: "versine, a mutant 1e-9 off", witness: true, boxes: 200,
        f: "(/ (- 1 (cos x)) (* x x))", g: "(/ (* 2.000000002 (* (sin (/ x 2)) (sin (/ x 2)))) (* x x))",
        domain: (1e-6, 2e-6), relative: 1e-10, absolute: 0.0 },
    Case { name: "versine, 1e-3 allowed", witness: false, boxes: 200,
        f: "(/ (- 1 (cos x)) (* x x))", g: "(/ (* 2.000000002 (* (sin (/ x 2)) (sin (/ x 2)))) (* x x))",
        domain: (1e-7, 1.001e-7), relative: 1e-3, absolute: 0.0 },
    Case { name: "roots, a mutant 1e-8 off", witness: true, boxes: 200,
        f: "(- (sqrt (+ x 1)) (sqrt x))", g: "(/ 1.00000001 (+ (sqrt (+ x 1)) (sqrt x)))",
        domain: (1e14, 1e15), relative: 1e-9, absolute: 0.0 },
    Case { name: "roots, 1e-3 allowed", witness: false, boxes: 400,
        f: "(- (sqrt (+ x 1)) (sqrt x))", g: "(/ 1.00000001 (+ (sqrt (+ x 1)) (sqrt x)))",
        domain: (1e14, 1.00000001e14), relative: 1e-3, absolute: 0.0 },
    Case { name: "logarithm near 1", witness: true, boxes: 200,
        f: "(/ (log (+ 1 x)) x)", g: "(* 1.0000001 (/ (log1p x) x))",
        domain: (1e-13, 1e-12), relative: 1e-8, absolute: 0.0 },
    Case { name: "exponential near 0, allowed", witness: false, boxes: 200,
        f: "(- (exp x) 1)", g: "(* 1.0000001 (expm1 x))",
        domain: (1e-13, 1.001e-13), relative: 1e-3, absolute: 0.0 },
    Case { name: "a large number added and taken away", witness: true, boxes: 200,
        f: "(- (+ x 1e17) 1e17)", g: "(* x 1.000001)",
        domain: (1.0, 2.0), relative: 1e-7, absolute: 0.0 },
    Case { name: "a large number added and taken away, allowed", witness: false, boxes: 200,
        f: "(- (+ x 1e17) 1e17)", g: "(* x 1.000001)",
        domain: (1.0, 2.0), relative: 1e-3, absolute: 0.0 },
    Case { name: "defined only where doubles see nothing", witness: true, boxes: 200,
        f: "(sqrt (- (- 1 (cos x)) (* 0.4999999 (* x x))))", g: "(* 2 (sqrt (- (- 1 (cos x)) (* 0.4999999 (* x x)))))",
        domain: (1e-5, 2e-5), relative: 1e-3, absolute: 0.0 },
    Case { name: "versine over a wider range", witness: false, boxes: 4000,
        f: "(/ (- 1 (cos x)) (* x x))", g: "(/ (* 2.000000002 (* (sin (/ x 2)) (sin (/ x 2)))) (* x x))",
        domain: (1e-7, 1.1e-7), relative: 1e-4, absolute: 0.0 },
    Case { name: "cubes that cancel", witness: true, boxes: 200,
        f: "(- (* (+ x 1e9) (* (+ x 1e9) (+ x 1e9))) 1e27)",
        g: "(* 1.0001 (+ (* 3e18 x) (+ (* 3e9 (* x x)) (* x (* x x)))))",
        domain: (1e-9, 1e-8), relative: 1e-6, absolute: 0.0 },
];

/// A case made ready.
struct Question {
    dag: Dag,
    f: NodeId,
    g: NodeId,
    margin: EnclosedMargin,
    domain: Vec<Interval>,
}

impl Case {
    fn question(&self) -> Question {
        let mut dag = Dag::new();
        let mut node = |body: &str| {
            let core = expr::fpcore::read(&format!("(FPCore (x) {body})"))
                .expect("a correct core")
                .remove(0);
            lower(&mut dag, &core, &core.body).expect("a formula")
        };
        let (f, g) = (node(self.f), node(self.g));
        Question {
            f,
            g,
            dag,
            margin: EnclosedMargin {
                relative: Interval::point(self.relative),
                absolute: Interval::point(self.absolute),
            },
            domain: vec![Interval::hull_of(self.domain.0, self.domain.1)],
        }
    }

    fn search(&self, boxes: usize) -> SolverOutcome {
        let q = self.question();
        let formula = Formula::told_apart(Apart {
            f: q.f,
            g: q.g,
            margin: q.margin,
        });
        let problem = SolverProblem {
            dag: &q.dag,
            formula: &formula,
            domain: &q.domain,
            inputs: &Doubles(&q.domain),
        };
        search(&problem, BoxBudget { boxes })
    }

    /// |f − g|/(|f| + |g|) at a point, with 200 bits.
    fn gap(&self, point: &[f64]) -> f64 {
        let q = self.question();
        let tape = Tape::new(&q.dag, &[q.f, q.g]);
        let arithmetic = BigArithmetic::new(200);
        let inputs: Vec<BigEnclosure> = point.iter().map(|&x| arithmetic.float(x)).collect();
        let mut evaluator = Evaluator::new(&tape, arithmetic);
        evaluator.run(&inputs);
        let (f, g) = (&evaluator.root(0).range, &evaluator.root(1).range);
        let difference = BigInterval::binary(Binary::Sub, f, g, 200).mig();
        difference.to_f64() / (f.mag() + g.mag()).to_f64()
    }
}

#[test]
fn what_doubles_cannot_decide_is_decided() {
    let mut undecided = Vec::new();
    for case in CASES {
        let outcome = case.search(case.boxes);
        println!("{}: {outcome:?}", case.name);
        match outcome {
            SolverOutcome::Witness { point, .. } if case.witness => {
                assert!(
                    case.gap(&point) > case.relative,
                    "{}: {point:?} is no witness",
                    case.name
                );
            }
            SolverOutcome::Excluded { .. } if !case.witness => {}
            SolverOutcome::Unknown { .. } => undecided.push(case.name),
            _ => panic!("{}: {outcome:?}", case.name),
        }
    }
    assert!(undecided.is_empty(), "{undecided:?}");
}

#[test]
fn the_nearest_point_has_a_gap_that_means_something() {
    for case in CASES {
        for boxes in [1, 3, 10] {
            if let SolverOutcome::Unknown {
                best: Some((gap, point)),
                ..
            } = case.search(boxes)
            {
                let exact = case.gap(&point) / case.relative;
                assert!(gap.is_finite() && gap > 0.0, "{}: {gap} at {point:?}", case.name);
                assert!(gap >= exact * 0.999, "{}: {gap} is less than {exact}", case.name);
            }
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    for case in CASES {
        assert_eq!(case.search(100), case.search(100), "{}", case.name);
    }
}
