//! The claims about one mutant: its kills, which are proved again; equivalence and duplicates, which are tried.

use super::exact::{Fractions, KnownValue};
use super::kill::{KillClaim, MutantFault, TestPlace, kill};
use super::real::{BRIEF, FULL, Real};
use super::report::{ClaimOutcome, Sampled, VerifyReport};
use super::statement::place;
use super::{Ground, oracle, sample, walk};
use expr::ast::{Expr, ExprKind as Node};
use interval::{Binary, Unary};
use mutation::MutantPlace;
use rug::Rational;
use suite::{How, MutantEvidence, MutantRecord, Status, Suite, Test, TestKind};

/// Points whose other coordinates are kept when two boxes are compared.
const EDGE_BASE: usize = 8;

/// Checks everything that the suite says about a mutant.
pub(super) fn check(ground: &Ground, suite: &Suite, record: &MutantRecord) -> VerifyReport {
    let mut report = VerifyReport::default();
    let fault = match MutantFault::read(record) {
        Ok(fault) => fault,
        Err(message) => {
            report.note(place(&record.id), format!("its `fpcore` cannot be used: {message}"));
            return report;
        }
    };
    kills(ground, suite, record, &fault, &mut report);
    match (&record.evidence, record.status) {
        (MutantEvidence::Duplicate { of, .. }, _) => duplicate(ground, suite, record, of, &fault, &mut report),
        (_, Status::Equivalent) => equivalent(ground, record, &fault, &mut report),
        _ => {}
    }
    report
}

/// The tests that are said to kill a mutant, on either side.
fn killers<'s>(suite: &'s Suite, record: &MutantRecord) -> Vec<&'s Test> {
    let claimed = |t: &&Test| record.killed_by.contains(&t.id) || t.kills.contains(&record.id);
    suite.tests.iter().filter(claimed).collect()
}

fn kills(ground: &Ground, suite: &Suite, record: &MutantRecord, fault: &MutantFault, report: &mut VerifyReport) {
    for test in killers(suite, record) {
        let x = oracle::inputs(test);
        let at = TestPlace { x: &x, kind: test.kind };
        let outcome = match kill(ground, fault, at, FULL) {
            KillClaim::Yes(how) => manner(record, test, how),
            KillClaim::No(reason) => ClaimOutcome::Failed(format!("the test {} does not kill it: {reason}", test.id)),
            KillClaim::Open => ClaimOutcome::Undecided(format!("that the test {} kills it", test.id)),
        };
        outcome.enter(&place(&record.id), |r| &mut r.kills, report);
    }
}

/// The evidence must name the way in which its test kills.
fn manner(record: &MutantRecord, test: &Test, how: How) -> ClaimOutcome {
    match &record.evidence {
        MutantEvidence::Kill { test: named, how: said } if *named == test.id && *said != how => ClaimOutcome::Failed(
            format!("the test {} kills it in another way than its evidence says", test.id),
        ),
        _ => ClaimOutcome::Proved,
    }
}

fn equivalent(ground: &Ground, record: &MutantRecord, fault: &MutantFault, report: &mut VerifyReport) {
    let mut tried = ClaimTrial::new("it is not equivalent");
    tried.at(&at_place(ground, record), |x| {
        killed(ground, fault, x, TestKind::Normal)
    });
    let identical = matches!(record.evidence, MutantEvidence::Identity { .. });
    match fault {
        MutantFault::Bounds(domain) => {
            let base = &ground.points[..ground.points.len().min(EDGE_BASE)];
            tried.at(&sample::edges(&ground.domain, domain, base), |x| {
                killed_at_edge(ground, fault, x)
            });
        }
        MutantFault::Body(body) if identical => {
            tried.at(&ground.points, |x| differ(ground, &ground.spec.core.body, body, x));
            tried.at(&ground.fractions, |q| differ_exactly(ground, body, q));
        }
        _ => tried.at(&ground.points, |x| killed(ground, fault, x, TestKind::Normal)),
    }
    tried.enter(&place(&record.id), |r| &mut r.equivalents, report);
}

/// Inputs at the place of a mutant that is off at one place only: nowhere else could it be refuted. A place that the
/// precondition leaves out has none.
fn at_place(ground: &Ground, record: &MutantRecord) -> Vec<Vec<f64>> {
    let Some(place) = MutantPlace::of_id(&ground.spec, &record.id) else {
        return Vec::new();
    };
    let base = ground.points.iter().take(EDGE_BASE);
    let moved = base.flat_map(|x| sample::moved_to(&place, x));
    let own = ground.inputs.iter().filter(|x| place.contains(x)).cloned();
    own.chain(moved).filter(|x| ground.domain.holds(x)).collect()
}

fn killed(ground: &Ground, fault: &MutantFault, x: &[f64], kind: TestKind) -> bool {
    matches!(kill(ground, fault, TestPlace { x, kind }, BRIEF), KillClaim::Yes(_))
}

/// Whether a mutant with another box is caught at a point in or around the box.
fn killed_at_edge(ground: &Ground, fault: &MutantFault, x: &[f64]) -> bool {
    let inside = ground.domain.boxed(x);
    if inside && ground.domain.constrained(x, BRIEF) != Some(true) {
        return false;
    }
    killed(
        ground,
        fault,
        x,
        if inside { TestKind::Normal } else { TestKind::Robustness },
    )
}

fn duplicate(
    ground: &Ground,
    suite: &Suite,
    record: &MutantRecord,
    of: &str,
    fault: &MutantFault,
    report: &mut VerifyReport,
) {
    let mut tried = ClaimTrial::new(&format!("it is not a duplicate of {of}"));
    let first = suite.mutant(of).map(MutantFault::read);
    match (fault, first) {
        (MutantFault::Body(body), Some(Ok(MutantFault::Body(first)))) => {
            tried.at(&ground.points, |x| differ(ground, &first, body, x));
        }
        (MutantFault::Bounds(domain), Some(Ok(MutantFault::Bounds(first)))) => {
            let floats = |d: &super::domain::Domain| d.inputs.iter().map(|i| i.floats()).collect::<Vec<_>>();
            tried.once(floats(domain) != floats(&first), "their boxes hold other floats");
        }
        (MutantFault::Rounded(coarse, body), Some(Ok(MutantFault::Rounded(other, first)))) => {
            tried.at(&ground.points, |x| {
                let one = ground.term(body, x).value(coarse, super::rounded::Coarse::float);
                let two = ground.term(&first, x).value(&other, super::rounded::Coarse::float);
                matches!((one, two), (Ok(a), Ok(b)) if a != b && !(a.is_nan() && b.is_nan()))
            });
        }
        _ => tried.once(true, "the two are not faults of one sort"),
    }
    tried.enter(&place(&record.id), |r| &mut r.duplicates, report);
}

/// Whether two formulas provably have different values at a point.
fn differ(ground: &Ground, f: &Expr, g: &Expr, x: &[f64]) -> bool {
    let enclosed = |body| ground.term(body, x).enclosed(BRIEF);
    match (enclosed(f), enclosed(g)) {
        (Real::Value(a), Real::Value(b)) => a.apart(&b),
        (Real::Undefined, Real::Value(_)) | (Real::Value(_), Real::Undefined) => true,
        _ => false,
    }
}

/// Whether two rational formulas differ at a fraction.
fn differ_exactly(ground: &Ground, mutant: &Expr, q: &[Rational]) -> bool {
    let original = &ground.spec.core.body;
    if !is_rational(original) || !is_rational(mutant) {
        return false;
    }
    let names = ground.domain.names.iter().map(String::as_str);
    let inputs: Vec<(&str, KnownValue)> = names.zip(q.iter().cloned().map(KnownValue::Value)).collect();
    let value = |body| walk::value(&Fractions, body, &inputs);
    match (value(original), value(mutant)) {
        (Ok(KnownValue::Unknown), _) | (_, Ok(KnownValue::Unknown)) => false,
        (Ok(a), Ok(b)) => a != b,
        _ => false,
    }
}

/// Whether a formula is made of + − × ÷ and powers only.
fn is_rational(e: &Expr) -> bool {
    let plain = match &e.kind {
        Node::Number(_) | Node::Variable(_) | Node::Let { .. } | Node::Fma(..) => true,
        Node::Annotated(..) | Node::Cast(_) => true,
        Node::Unary(f, _) => *f == Unary::Neg,
        Node::Binary(f, ..) => matches!(f, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Pow),
        _ => false,
    };
    plain && e.children().into_iter().all(is_rational)
}

/// A claim that is tried at points until one refutes it.
struct ClaimTrial {
    message: String,
    points: usize,
    refutation: Option<String>,
}

impl ClaimTrial {
    fn new(message: &str) -> ClaimTrial {
        ClaimTrial {
            message: message.into(),
            points: 0,
            refutation: None,
        }
    }

    fn at<P: std::fmt::Debug>(&mut self, points: &[Vec<P>], refutes: impl Fn(&[P]) -> bool) {
        if self.refutation.is_some() {
            return;
        }
        let found = points.iter().position(|x| refutes(x));
        self.points += found.map_or(points.len(), |n| n + 1);
        self.refutation = found.map(|n| format!("the input {:?} tells it apart", points[n]));
    }

    fn once(&mut self, refuted: bool, reason: &str) {
        self.points += 1;
        self.refutation = refuted.then(|| reason.into());
    }

    fn enter(self, place: &str, count: impl FnOnce(&mut VerifyReport) -> &mut Sampled, report: &mut VerifyReport) {
        let count = count(report);
        count.claims += 1;
        count.points += self.points;
        count.refuted += usize::from(self.refutation.is_some());
        if let Some(reason) = self.refutation {
            report.note(place, format!("{}: {reason}", self.message));
        } else if self.points == 0 {
            report.note(place, "could not be tried: no point of the domain was found");
        }
    }
}
