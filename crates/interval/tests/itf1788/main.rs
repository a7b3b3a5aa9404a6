//! Runs test vectors in the `.itl` format as containment tests, over doubles and over MPFR numbers:
//! the vectors of this crate (`testdata/*.itl`) always, the interval community's where their folder is present.

mod operations;
mod reader;

use interval::{Definedness, Interval};
use operations::Operation;
use reader::{Value, Vector, read};
use std::collections::BTreeMap;
use std::path::Path;

const PRECISION: u32 = 128;

/// Community vectors whose expected result is wider than the set they define, with the reason.
const DEFECTIVE: &[(&str, &str)] = &[
    // 0.25^y ≥ 2 means y ≤ −1/2, and a base nearer to 1 needs a smaller y still.
    ("powRev2", "[0.25, 0.5] [2.0, infinity] [entire] = [entire]"),
    ("powRev2", "[0.25, 1.0] [2.0, infinity] [entire] = [-infinity, 0.0]"),
];

/// What happened to the vectors of a folder.
#[derive(Debug, Default)]
struct Tally {
    executed: usize,
    executed_big: usize,
    wide: BTreeMap<String, usize>,
    missing: BTreeMap<String, usize>,
    failures: Vec<String>,
}

impl Tally {
    fn run(&mut self, vector: &Vector) {
        let Some(operation) = Operation::named(&vector.operation) else {
            *self.missing.entry(vector.operation.clone()).or_default() += 1;
            return;
        };
        let operands: Vec<Interval> = vector.operands.iter().filter_map(as_set).collect();
        let number = vector
            .operands
            .iter()
            .find_map(|v| if let Value::Number(n) = v { Some(*n) } else { None });
        let understood = vector.operands.iter().all(|v| !matches!(v, Value::Word(_)));
        match vector.expected.first() {
            _ if !understood => {}
            Some(Value::Set(expected, decoration)) => {
                self.range(vector, operation, &operands, number, *expected, decoration.as_deref());
            }
            Some(Value::Word(word)) => self.question(vector, operation, &operands, number, word == "true"),
            Some(Value::Number(expected)) => self.measure(vector, operation, &operands, *expected),
            None => {}
        }
    }

    fn range(
        &mut self,
        vector: &Vector,
        operation: Operation,
        operands: &[Interval],
        number: Option<f64>,
        expected: Interval,
        decoration: Option<&str>,
    ) {
        if let Some((result, defined)) = operation.over_doubles(operands, number) {
            self.executed += 1;
            self.judge(vector, operation, result, expected);
            let claims_all = matches!(decoration, Some("com" | "dac" | "def"));
            if claims_all && defined.is_some_and(|d| d != Definedness::Everywhere) && !expected.is_empty() {
                self.failures
                    .push(format!("{vector:?}: not recognised as defined everywhere"));
            }
            if decoration == Some("trv") && self.is_falsely_everywhere(vector, operation, defined) {
                self.failures.push(format!("{vector:?}: falsely everywhere"));
            }
        }
        if let Some(result) = operation.over_big(operands, number, PRECISION) {
            self.executed_big += 1;
            self.judge(vector, operation, result, expected);
        }
    }

    /// `trv` from operands that are all better than `trv` means a point outside the domain.
    fn is_falsely_everywhere(&self, vector: &Vector, operation: Operation, defined: Option<Definedness>) -> bool {
        let better = |v: &Value| matches!(v, Value::Set(_, Some(d)) if d != "trv") || matches!(v, Value::Number(_));
        vector.operands.iter().all(better)
            && operation.has_standard_domain()
            && defined == Some(Definedness::Everywhere)
    }

    fn judge(&mut self, vector: &Vector, operation: Operation, result: Interval, expected: Interval) {
        if is_defective(vector) {
            return;
        }
        let must_be_equal = operation.is_basic() || (expected.is_empty() && operation.has_standard_domain());
        if !expected.subset_of(&result) || (must_be_equal && result != expected) {
            self.failures.push(format!("{vector:?}: got {result:?}"));
        } else if operation.has_standard_domain()
            && ulps(result.lo(), expected.lo()).max(ulps(result.hi(), expected.hi())) > 2
        {
            *self.wide.entry(vector.operation.clone()).or_default() += 1;
        }
    }

    fn question(
        &mut self,
        vector: &Vector,
        operation: Operation,
        operands: &[Interval],
        number: Option<f64>,
        expected: bool,
    ) {
        let answer = match (operation, number) {
            (Operation::Question(ask), _) => ask(operands),
            (Operation::Member, Some(n)) => operands[0].contains(n),
            _ => return,
        };
        self.executed += 1;
        if answer != expected {
            self.failures.push(format!("{vector:?}: answered {}", !expected));
        }
    }

    fn measure(&mut self, vector: &Vector, operation: Operation, operands: &[Interval], expected: f64) {
        let Operation::Measure(measure) = operation else { return };
        self.executed += 1;
        let result = measure(&operands[0]);
        // The standard has no number for the empty set where this crate says 0.
        if result != expected && !(expected.is_nan() && result == 0.0) {
            self.failures.push(format!("{vector:?}: measured {result}"));
        }
    }
}

fn as_set(value: &Value) -> Option<Interval> {
    if let Value::Set(x, _) = value { Some(*x) } else { None }
}

fn is_defective(vector: &Vector) -> bool {
    let same = |(name, rest): &(&str, &str)| {
        let listed = read(&format!("{name} {rest};"));
        listed
            .iter()
            .any(|v| v.operation == vector.operation && v.operands == vector.operands)
    };
    vector.operation == DEFECTIVE[0].0 && DEFECTIVE.iter().any(same)
}

/// Number of doubles from a to b.
fn ulps(a: f64, b: f64) -> u64 {
    let ordinal = |x: f64| {
        let bits = (x + 0.0).to_bits() as i64;
        if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
    };
    ordinal(a).abs_diff(ordinal(b))
}

/// Runs every `.itl` file of a folder; `None` if there is no such folder.
fn run_folder(folder: &Path) -> Option<Tally> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    let mut tally = Tally::default();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "itl")) {
        let text = std::fs::read_to_string(file).expect("a readable file");
        read(&text).iter().for_each(|vector| tally.run(vector));
    }
    Some(tally)
}

fn report(tally: &Tally, least: usize) {
    println!(
        "executed {} over doubles, {} over MPFR numbers",
        tally.executed, tally.executed_big
    );
    println!("wider than 2 ulps: {:?}", tally.wide);
    println!("operations this crate does not have: {:?}", tally.missing);
    assert!(
        tally.failures.is_empty(),
        "{} failures\n{}",
        tally.failures.len(),
        tally.failures.join("\n")
    );
    assert!(tally.executed >= least, "only {} vectors", tally.executed);
}

#[test]
fn own_vectors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    report(&run_folder(&folder).expect("the crate has test data"), 300);
}

#[test]
fn community_vectors() {
    match run_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/itf1788")) {
        Some(tally) => report(&tally, 6000),
        None => println!("skipped: folder not there"),
    }
}
