//! Circuits as clauses: multipliers, whose equality and whose inverses need a real search.

use clauses::{ClauseAnswer, ClauseBudget, ClauseSet, Literal, check, solve};

const ENOUGH: ClauseBudget = ClauseBudget::conflicts(200_000);

/// Gates over the variables of a set.
struct Circuit {
    set: ClauseSet,
    never: Literal,
}

impl Circuit {
    fn new() -> Circuit {
        let mut set = ClauseSet::new();
        let never = set.variable();
        set.add(&[!never]);
        Circuit { set, never }
    }

    fn word(&mut self, bits: usize) -> Vec<Literal> {
        (0..bits).map(|_| self.set.variable()).collect()
    }

    fn and(&mut self, a: Literal, b: Literal) -> Literal {
        let c = self.set.variable();
        self.set.add(&[!c, a]);
        self.set.add(&[!c, b]);
        self.set.add(&[c, !a, !b]);
        c
    }

    fn xor(&mut self, a: Literal, b: Literal) -> Literal {
        let c = self.set.variable();
        for [x, y, z] in [[!c, a, b], [!c, !a, !b], [c, !a, b], [c, a, !b]] {
            self.set.add(&[x, y, z]);
        }
        c
    }

    /// Sum and carry of three bits.
    fn full_adder(&mut self, a: Literal, b: Literal, c: Literal) -> (Literal, Literal) {
        let half = self.xor(a, b);
        let (both, with_carry) = (self.and(a, b), self.and(half, c));
        let no_carry = self.and(!both, !with_carry);
        (self.xor(half, c), !no_carry)
    }

    fn sum(&mut self, a: &[Literal], b: &[Literal]) -> Vec<Literal> {
        let mut carry = self.never;
        let mut bits = Vec::new();
        for (x, y) in a.iter().zip(b) {
            let (bit, next) = self.full_adder(*x, *y, carry);
            bits.push(bit);
            carry = next;
        }
        bits
    }

    /// The product by rows, with `bits` bits.
    fn product(&mut self, a: &[Literal], b: &[Literal], bits: usize) -> Vec<Literal> {
        let mut total = vec![self.never; bits];
        for (shift, y) in b.iter().enumerate() {
            let mut row = vec![self.never; bits];
            for (index, x) in a.iter().enumerate().take(bits - shift) {
                row[shift + index] = self.and(*x, *y);
            }
            total = self.sum(&total, &row);
        }
        total
    }

    fn differ(&mut self, a: &[Literal], b: &[Literal]) {
        let differences: Vec<Literal> = a.iter().zip(b).map(|(x, y)| self.xor(*x, *y)).collect();
        self.set.add(&differences);
    }

    fn equal(&mut self, a: &[Literal], number: u64) {
        for (bit, literal) in a.iter().enumerate() {
            self.set
                .add(&[if number >> bit & 1 == 1 { *literal } else { !*literal }]);
        }
    }
}

/// A factorisation of a number into two factors of this many bits, both above 1.
fn factors(number: u64, bits: usize) -> Option<(u64, u64)> {
    let mut circuit = Circuit::new();
    let (a, b) = (circuit.word(bits), circuit.word(bits));
    let product = circuit.product(&a, &b, 2 * bits);
    circuit.equal(&product, number);
    circuit.set.add(&a[1..]);
    circuit.set.add(&b[1..]);
    match solve(&circuit.set, ENOUGH, true) {
        ClauseAnswer::Model(model) => {
            let value = |word: &[Literal]| (0..bits).map(|bit| u64::from(model.value(word[bit])) << bit).sum();
            Some((value(&a), value(&b)))
        }
        ClauseAnswer::Refuted(proof) => {
            assert_eq!(check(&circuit.set, &proof), Ok(()));
            None
        }
        ClauseAnswer::Unknown(why) => panic!("{why:?}"),
    }
}

#[test]
fn products_are_factored() {
    for number in [15, 35 * 41, 1021 * 1019, 769 * 641, 2039 * 1543] {
        let (a, b) = factors(number, 11).expect("the number is a product");
        assert_eq!(a * b, number);
    }
}

#[test]
fn primes_have_no_factors() {
    for prime in [13, 251, 65_537, 1_299_709] {
        assert_eq!(factors(prime, 11), None);
    }
}

#[test]
fn multiplication_commutes() {
    for bits in 2..=6 {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.word(bits), circuit.word(bits));
        let (left, right) = (circuit.product(&a, &b, bits), circuit.product(&b, &a, bits));
        circuit.differ(&left, &right);
        match solve(&circuit.set, ENOUGH, true) {
            ClauseAnswer::Refuted(proof) => assert_eq!(check(&circuit.set, &proof), Ok(())),
            answer => panic!("{bits} bits: {answer:?}"),
        }
    }
}
