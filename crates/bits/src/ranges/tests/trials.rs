//! Each operation on its own, in a tiny format: of all arguments there are, those within the ranges stay.

use super::*;
use crate::evaluate::apply;
use crate::format::Rounding;
use crate::operation::{BitOperation, FloatOperation};

const TINY: FloatFormat = FloatFormat::new(3, 3);
const OTHER: FloatFormat = FloatFormat::new(2, 4);
const WIDTH: u32 = 6;
/// Random ranges for each operation.
const TRIALS: u32 = 24;

fn float_operations(mode: Rounding) -> Vec<BitOperation> {
    use FloatOperation::*;
    let modal = [
        Add(mode),
        Subtract(mode),
        Multiply(mode),
        Divide(mode),
        SquareRoot(mode),
        Integral(mode),
        Convert(OTHER, mode),
        FromSigned(WIDTH, mode),
        FromUnsigned(WIDTH, mode),
        ToSigned(3, mode),
        ToUnsigned(3, mode),
        ToSigned(WIDTH, mode),
        ToUnsigned(WIDTH, mode),
        FitsSigned(3, mode),
        FitsUnsigned(3, mode),
    ];
    let plain = [Equal, Less, AtMost, IsNan, IsInfinite, IsZero, IsSubnormal, IsNormal];
    let all = modal.into_iter().chain(plain);
    all.map(|operation| BitOperation::Float(TINY, operation)).collect()
}

fn operations() -> Vec<BitOperation> {
    use BitOperation::*;
    let unary = [
        Not,
        Negate,
        Extract { high: 4, low: 0 },
        Extract { high: 5, low: 2 },
        Extract { high: 3, low: 1 },
        ExtendZero(2),
        ExtendSign(2),
    ];
    let words = BitOperation::PAIRS.into_iter().chain(unary);
    words
        .chain(Rounding::ALL.into_iter().flat_map(float_operations))
        .collect()
}

/// The terms of one operation, and all its cases: patterns of the arguments and of the result.
struct Trial {
    pool: TermPool,
    arguments: Vec<Term>,
    result: Term,
    cases: Vec<Vec<u128>>,
}

impl Trial {
    /// None if the operation does not take this many arguments; if they are the same, there is one variable.
    fn new(operation: &BitOperation, count: usize, same: bool) -> Option<Trial> {
        let mut pool = TermPool::without_rewriting();
        let variables: Vec<Term> = (0..if same { 1 } else { count })
            .map(|_| pool.word("x", WIDTH))
            .collect();
        let arguments: Vec<Term> = (0..count).map(|n| variables[n % variables.len()]).collect();
        let result = pool.apply(operation.clone(), &arguments).ok()?;
        let codes = 0..1u64 << (WIDTH as usize * variables.len());
        let case = |code: u64| {
            let word = |n: usize| BitWord::new(WIDTH, code >> (WIDTH as usize * (n % variables.len())));
            let mut words: Vec<BitWord> = (0..count).map(word).collect();
            words.push(apply(operation, &words.iter().collect::<Vec<_>>()));
            words.iter().map(|word| word.to_u128().unwrap()).collect()
        };
        Some(Trial {
            cases: codes.map(case).collect(),
            pool,
            arguments,
            result,
        })
    }

    /// Narrows random ranges that have a case; gives how many cases were within, all of which must stay.
    fn run(&self, random: &mut Random) -> usize {
        let case = &self.cases[random.below(self.cases.len())];
        let terms: Vec<Term> = self.arguments.iter().copied().chain([self.result]).collect();
        let given: Vec<GivenRange> = terms
            .iter()
            .zip(case)
            .map(|(term, pattern)| self.range(random, *term, *pattern))
            .collect();
        let cone = Cone::new(&self.pool, &terms);
        let mut search = Search {
            cone: &cone,
            roots: Vec::new(),
            ranged: Vec::new(),
            propagator: Propagator::new(&cone, u64::MAX),
            boxes: 0,
        };
        let mut first = search.first(&given);
        let before = first.values.clone();
        search.propagator.touch_all();
        search.propagator.run(&mut first.values);
        let places: Vec<usize> = terms.iter().filter_map(|term| cone.place(*term)).collect();
        let is_in = |values: &[Value], case: &[u128]| {
            places.iter().zip(case).all(|(place, pattern)| {
                let point = Value::point(cone.shape(*place), *pattern);
                point.meet(values[*place]) == point
            })
        };
        let inside = self.cases.iter().filter(|case| is_in(&before, case));
        inside
            .inspect(|case| self.kept(is_in(&first.values, case), case, &first.values))
            .count()
    }

    fn kept(&self, is_kept: bool, case: &[u128], values: &[Value]) {
        assert!(
            is_kept,
            "{:?}: {case:?} is not in {values:?}",
            self.pool.operation(self.result)
        );
    }

    fn range(&self, random: &mut Random, term: Term, pattern: u128) -> GivenRange {
        let width = self.pool.width(term);
        let word = BitWord::new(width, pattern);
        let format = if term == self.result && random.once_in(2) {
            OTHER
        } else {
            TINY
        };
        let format = (width == format.width()).then_some(format);
        let distance = |random: &mut Random| {
            let bits = random.below(WIDTH as usize + 1);
            random.below(1 << bits) as i64
        };
        let range = match random.below(4) {
            0 => TermRange::Unsigned {
                low: BitWord::zero(width),
                high: BitWord::ones(width),
            },
            _ => near(distance(random), distance(random), random.below(3), format, &word),
        };
        GivenRange { term, range }
    }
}

#[test]
fn all_arguments_of_each_operation_stay() {
    let mut random = Random::new(5);
    let (mut trials, mut cases) = (0, 0);
    for operation in operations() {
        for (count, same) in [(1, false), (2, false), (2, true)] {
            let Some(trial) = Trial::new(&operation, count, same) else {
                continue;
            };
            trials += 1;
            cases += (0..TRIALS).map(|_| trial.run(&mut random)).sum::<usize>();
        }
    }
    println!("{trials} operations, {cases} cases");
    assert!(trials > 150 && cases > 500_000, "{trials} operations, {cases} cases");
}
