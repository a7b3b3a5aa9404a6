//! Random inputs of the domain with proven oracles, to compare with the tests of a suite.

use super::RandomWish;
use super::draw::Draw;
use super::{CheckFailure, CheckOptions, CheckProgress, judge};
use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use expr::spec::Specification;
use inputs::Scale;
use interval::{Definedness, Enclosure, FloatEnclosure, Interval};
use proof::draft::draft;
use proof::oracle::{PASSING, oracle_up_to};
use proof::world::World;
use rayon::prelude::*;
use solver::EnclosedMargin;
use subject::Subject;
use suite::{Observed, RandomFailure, RandomResults, Test, TestKind, Verdict, VerdictCounts};

/// Inputs that are run at once. Inputs and answers of a batch are held in memory, and the subject is waited for at the
/// end of each; progress is shown in between.
const BATCH: u64 = 8192;

/// Failures that are kept with their oracles.
const KEPT: usize = 10;

/// Runs random tests.
pub fn run(
    spec: &Specification,
    subject: &mut Subject,
    RandomWish { count, seed, by_bits }: RandomWish,
    options: &CheckOptions,
    progress: &dyn Fn(CheckProgress),
) -> Result<RandomResults, CheckFailure> {
    // Random tests look at the formula alone.
    let world = World::with(spec.clone(), Vec::new()).map_err(|e| CheckFailure::Suite(e.to_string()))?;
    let scale = if by_bits { Scale::Bits } else { Scale::Value };
    let draw = Draw::new(&world, options.single, seed, scale)
        .ok_or_else(|| CheckFailure::Suite("a range of its inputs has no number in single precision".into()))?;
    if draw.is_empty() {
        let why = "no input satisfies its precondition (proved): there is nothing to draw from";
        return Err(CheckFailure::Suite(why.into()));
    }
    let jury = Jury::new(&world, options);
    let mut results = RandomResults {
        seed,
        by_bits,
        asked: count,
        summary: VerdictCounts::default(),
        skipped: 0,
        first_ko: None,
        failures: Vec::new(),
    };
    let mut done = 0;
    while done < count {
        progress(CheckProgress { done, total: count });
        let batch = BATCH.min(count - done);
        let drawn = (done..done + batch).filter_map(|k| Some((k, draw.point(k)?)));
        let (numbers, points): (Vec<u64>, Vec<Vec<f64>>) = drawn.unzip();
        results.skipped += batch - points.len() as u64;
        let observed = subject.run(&points);
        if observed.len() < points.len() {
            return Err(CheckFailure::Interrupted);
        }
        jury.judge(&points, observed, &numbers, &mut results);
        done += batch;
    }
    Ok(results)
}

/// What judges random answers.
struct Jury<'w> {
    world: &'w World,
    options: &'w CheckOptions,
    tape: Tape,
    margin: EnclosedMargin,
}

/// What became of a random input.
enum RandomDraw {
    /// Acceptable: proved with binary64 enclosures.
    Fine,
    /// Without an oracle.
    Skipped,
    /// Judged with MPFR.
    Judged(Box<RandomFailure>),
}

impl<'w> Jury<'w> {
    fn new(world: &'w World, options: &'w CheckOptions) -> Jury<'w> {
        Jury {
            world,
            options,
            tape: Tape::new(&world.dag, &[world.root]),
            margin: world.margin.enclosed(),
        }
    }

    fn judge(&self, points: &[Vec<f64>], observed: Vec<Observed>, numbers: &[u64], results: &mut RandomResults) {
        let found: Vec<RandomDraw> = points
            .par_iter()
            .zip(observed)
            .zip(numbers)
            .map_init(
                || Evaluator::new(&self.tape, EnclosureArithmetic),
                |at, ((point, seen), &number)| self.one(at, point, seen, number),
            )
            .collect();
        for found in found {
            note(found, results);
        }
    }

    fn one(
        &self,
        at: &mut Evaluator<'_, EnclosureArithmetic>,
        point: &[f64],
        seen: Observed,
        number: u64,
    ) -> RandomDraw {
        let inputs: Vec<FloatEnclosure> = point
            .iter()
            .map(|&x| Enclosure::everywhere(Interval::point(x)))
            .collect();
        at.run(&inputs);
        let value = *at.root(0);
        match &seen {
            Observed::Value { hex, upper: None, .. } if self.is_fine(value, hex.0) => RandomDraw::Fine,
            _ => self.closely(point, seen, number),
        }
    }

    /// Whether y ∈ [hi − m, lo + m] with the least margin m over the enclosure [lo, hi], all rounded inward.
    fn is_fine(&self, value: FloatEnclosure, y: f64) -> bool {
        let (lo, hi) = (value.range.lo(), value.range.hi());
        let m = self.margin.least(value.range.mig());
        let defined = value.defined == Definedness::Everywhere && lo.is_finite() && hi.is_finite();
        defined && (hi - m).next_up() <= y && y <= (lo + m).next_down()
    }

    fn closely(&self, point: &[f64], seen: Observed, number: u64) -> RandomDraw {
        let formula = Tape::new(&self.world.dag, &[self.world.root]);
        let Ok(oracle) = oracle_up_to(PASSING, &formula, &self.world.margin, point) else {
            return RandomDraw::Skipped;
        };
        let id = format!("random-{}", number + 1);
        let test = draft(&self.world.spec, id, TestKind::Normal, point, Some(&oracle));
        let again = self.again(&test);
        let result = judge::judge_answer(&test, seen, &self.world.margin, again);
        RandomDraw::Judged(Box::new(RandomFailure { test, result }))
    }

    fn again(&self, test: &Test) -> String {
        let number = test.id.trim_start_matches("random-");
        let wish = self.options.random.map_or_else(String::new, RandomWish::words);
        format!("{} {wish} (random test {number})", self.options.command)
    }
}

fn note(found: RandomDraw, results: &mut RandomResults) {
    let verdict = match &found {
        RandomDraw::Skipped => {
            results.skipped += 1;
            return;
        }
        RandomDraw::Fine => Verdict::Ok,
        RandomDraw::Judged(judged) => judged.result.verdict,
    };
    results.summary.add(verdict);
    if let RandomDraw::Judged(judged) = found
        && verdict == Verdict::Ko
    {
        results.first_ko.get_or_insert(results.summary.total);
        if results.failures.len() < KEPT {
            results.failures.push(*judged);
        }
    }
}
