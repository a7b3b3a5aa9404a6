//! Runs the circuit of one operation on many arguments, 64 at a time, and compares it with the exact value.

use bits::{BitCircuit, BitOperation, BitSort, BitWord, FloatFormat, FloatOperation, TermPool, apply};

/// The circuit of one operation on variables.
pub struct Bench {
    operation: BitOperation,
    sorts: Vec<BitSort>,
    circuit: BitCircuit,
}

impl Bench {
    /// An operation on arguments of these sorts.
    pub fn new(operation: BitOperation, sorts: &[BitSort]) -> Bench {
        let mut pool = TermPool::without_rewriting();
        let variables: Vec<_> = sorts.iter().map(|sort| pool.variable("x", *sort)).collect();
        let term = pool.apply(operation.clone(), &variables).expect("the sorts fit");
        Bench {
            operation,
            sorts: sorts.to_vec(),
            circuit: BitCircuit::new(&pool, &[term]),
        }
    }

    /// An operation on words of these widths.
    pub fn words(operation: BitOperation, widths: &[u32]) -> Bench {
        let sorts: Vec<BitSort> = widths.iter().map(|width| BitSort::Bits(*width)).collect();
        Bench::new(operation, &sorts)
    }

    /// An operation on floats of one format.
    pub fn floats(format: FloatFormat, operation: FloatOperation, count: usize) -> Bench {
        Bench::words(BitOperation::Float(format, operation), &vec![format.width(); count])
    }

    /// An operation on one variable twice.
    pub fn twice(operation: BitOperation, sort: BitSort) -> Twice {
        let mut pool = TermPool::without_rewriting();
        let x = pool.variable("x", sort);
        let term = pool.apply(operation.clone(), &[x, x]).expect("the sorts fit");
        Twice(Bench {
            operation,
            sorts: vec![sort],
            circuit: BitCircuit::new(&pool, &[term]),
        })
    }

    /// What the circuit gives for up to 64 lists of arguments.
    pub fn outputs(&self, cases: &[Vec<u128>]) -> Vec<u128> {
        let mut inputs = Vec::new();
        for (place, sort) in self.sorts.iter().enumerate() {
            inputs.extend((0..sort.width()).map(|bit| lane(cases, place, bit)));
        }
        let output = self.circuit.simulate(&inputs).remove(0);
        (0..cases.len()).map(|case| gathered(&output, case)).collect()
    }

    /// What exact evaluation gives.
    pub fn exact(&self, case: &[u128]) -> u128 {
        let word = |(value, sort): (&u128, &BitSort)| BitWord::new(sort.width(), *value);
        let words: Vec<BitWord> = case.iter().zip(&self.sorts).map(word).collect();
        let words: Vec<&BitWord> = words.iter().collect();
        apply(&self.operation, &words)
            .to_u128()
            .expect("results have at most 128 bits")
    }

    /// Compares circuit and exact value, and both with a third opinion if there is one; gives the number of cases.
    pub fn check(&self, cases: impl Iterator<Item = Vec<u128>>, opinion: impl Fn(&[u128]) -> Option<u128>) -> u64 {
        let mut cases = cases.peekable();
        let mut count = 0;
        while cases.peek().is_some() {
            let batch: Vec<Vec<u128>> = cases.by_ref().take(64).collect();
            for (case, found) in batch.iter().zip(self.outputs(&batch)) {
                let exact = self.exact(case);
                assert_eq!(
                    found, exact,
                    "{:?} of {case:x?}: circuit {found:x}, exact {exact:x}",
                    self.operation
                );
                if let Some(other) = opinion(case) {
                    assert_eq!(
                        exact, other,
                        "{:?} of {case:x?}: exact {exact:x}, else {other:x}",
                        self.operation
                    );
                }
            }
            count += batch.len() as u64;
        }
        count
    }

    /// Compares on all arguments there are.
    pub fn check_all(&self) -> u64 {
        let widths: Vec<u32> = self.sorts.iter().map(|sort| sort.width()).collect();
        self.check(all_cases(&widths), |_| None)
    }
}

/// An operation on one variable twice: what two arguments share is shared by the gates.
pub struct Twice(Bench);

impl Twice {
    /// Compares on all arguments there are.
    pub fn check_all(&self) -> u64 {
        let cases: Vec<Vec<u128>> = all_cases(&[self.0.sorts[0].width()]).collect();
        for batch in cases.chunks(64) {
            for (case, found) in batch.iter().zip(self.0.outputs(batch)) {
                let word = BitWord::new(self.0.sorts[0].width(), case[0]);
                let exact = apply(&self.0.operation, &[&word, &word]).to_u128();
                assert_eq!(Some(found), exact, "{:?} of {case:x?} twice", self.0.operation);
            }
        }
        cases.len() as u64
    }
}

/// Bit `bit` of argument `place` of all cases.
fn lane(cases: &[Vec<u128>], place: usize, bit: u32) -> u64 {
    let bits = cases.iter().enumerate();
    bits.fold(0, |lane, (case, values)| {
        lane | (((values[place] >> bit) & 1) as u64) << case
    })
}

/// The word that the lanes hold for one case.
fn gathered(output: &[u64], case: usize) -> u128 {
    let bits = output.iter().enumerate();
    bits.fold(0, |word, (bit, lane)| word | u128::from((lane >> case) & 1) << bit)
}

/// All lists of words of these widths.
pub fn all_cases(widths: &[u32]) -> impl Iterator<Item = Vec<u128>> + use<> {
    let widths = widths.to_vec();
    let total: u32 = widths.iter().sum();
    (0..1u128 << total).map(move |number| {
        let mut rest = number;
        let mut take = |width: &u32| {
            let word = rest & ((1 << width) - 1);
            rest >>= width;
            word
        };
        widths.iter().map(&mut take).collect()
    })
}
