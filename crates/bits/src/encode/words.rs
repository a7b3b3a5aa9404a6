//! Circuits on words: adders, comparisons, shifters, multipliers. A word is its gates, the lowest bit first.

use super::gates::{Gate, GateGraph};
use crate::word::BitWord;
use std::collections::VecDeque;

/// The gates of a word, the lowest first.
pub type GateWord = Vec<Gate>;

/// A constant.
pub fn constant(word: &BitWord) -> GateWord {
    (0..word.width()).map(|place| Gate::constant(word.bit(place))).collect()
}

/// A number in two's complement.
pub fn number(width: usize, number: i64) -> GateWord {
    constant(&BitWord::new(width as u32, number))
}

/// Every bit inverted.
pub fn not(a: &[Gate]) -> GateWord {
    a.iter().map(|gate| !*gate).collect()
}

/// A gate for each pair of bits.
pub fn zipped(graph: &mut GateGraph, a: &[Gate], b: &[Gate], join: fn(&mut GateGraph, Gate, Gate) -> Gate) -> GateWord {
    a.iter().zip(b).map(|(a, b)| join(graph, *a, *b)).collect()
}

/// One gate joined with each bit.
pub fn each(graph: &mut GateGraph, a: &[Gate], b: Gate, join: fn(&mut GateGraph, Gate, Gate) -> Gate) -> GateWord {
    a.iter().map(|a| join(graph, *a, b)).collect()
}

/// `a` if `c`, else `b`.
pub fn choose(graph: &mut GateGraph, c: Gate, a: &[Gate], b: &[Gate]) -> GateWord {
    a.iter().zip(b).map(|(a, b)| graph.choose(c, *a, *b)).collect()
}

/// Whether two words are the same.
pub fn equal(graph: &mut GateGraph, a: &[Gate], b: &[Gate]) -> Gate {
    let differs = zipped(graph, a, b, GateGraph::xor);
    !graph.any(&differs)
}

/// Zeros above, up to a width; or cut to it.
pub fn zero_extended(a: &[Gate], width: usize) -> GateWord {
    resized(a, width, Gate::FALSE)
}

/// Copies of the sign above, up to a width; or cut to it.
pub fn sign_extended(a: &[Gate], width: usize) -> GateWord {
    resized(a, width, a[a.len() - 1])
}

fn resized(a: &[Gate], width: usize, fill: Gate) -> GateWord {
    let mut word = a.to_vec();
    word.resize(width, fill);
    word
}

/// `low` zeros below a word.
pub fn above_zeros(a: &[Gate], low: usize) -> GateWord {
    let mut word = vec![Gate::FALSE; low];
    word.extend(a);
    word
}

/// The sum of two words of a width and a carry, and the carry out of the top.
pub fn add_carry(graph: &mut GateGraph, a: &[Gate], b: &[Gate], carry: Gate) -> (GateWord, Gate) {
    let mut carry = carry;
    let mut sum = Vec::with_capacity(a.len());
    for (a, b) in a.iter().zip(b) {
        let (bit, next) = full_adder(graph, *a, *b, carry);
        sum.push(bit);
        carry = next;
    }
    (sum, carry)
}

fn full_adder(graph: &mut GateGraph, a: Gate, b: Gate, c: Gate) -> (Gate, Gate) {
    let both = graph.xor(a, b);
    (graph.xor(both, c), graph.majority(a, b, c))
}

/// a + b modulo 2^width.
pub fn add(graph: &mut GateGraph, a: &[Gate], b: &[Gate]) -> GateWord {
    add_carry(graph, a, b, Gate::FALSE).0
}

/// a − b modulo 2^width, as a + ¬b + 1.
pub fn subtract(graph: &mut GateGraph, a: &[Gate], b: &[Gate]) -> GateWord {
    add_carry(graph, a, &not(b), Gate::TRUE).0
}

/// a + 1 if the carry is set.
pub fn increment(graph: &mut GateGraph, a: &[Gate], carry: Gate) -> GateWord {
    let zeros = vec![Gate::FALSE; a.len()];
    add_carry(graph, a, &zeros, carry).0
}

/// −a if the flag is set.
pub fn negate_if(graph: &mut GateGraph, a: &[Gate], flag: Gate) -> GateWord {
    let flipped = each(graph, a, flag, GateGraph::xor);
    increment(graph, &flipped, flag)
}

/// a < b, unsigned: the borrow of a − b, bit after bit from the lowest.
pub fn less_unsigned(graph: &mut GateGraph, a: &[Gate], b: &[Gate]) -> Gate {
    a.iter()
        .zip(b)
        .fold(Gate::FALSE, |less, (a, b)| graph.majority(!*a, *b, less))
}

/// a < b, signed: unsigned, after both signs are inverted.
pub fn less_signed(graph: &mut GateGraph, a: &[Gate], b: &[Gate]) -> Gate {
    less_unsigned(graph, &sign_flipped(a), &sign_flipped(b))
}

/// The word whose unsigned order is the signed order of the given one.
pub fn sign_flipped(a: &[Gate]) -> GateWord {
    let mut word = a.to_vec();
    if let Some(sign) = word.last_mut() {
        *sign = !*sign;
    }
    word
}

/// The bits of an amount that shift by less than the width, and whether any other is set.
fn stages<'a>(graph: &mut GateGraph, amount: &'a [Gate], width: usize) -> (&'a [Gate], Gate) {
    let count = amount.len().min(width.next_power_of_two().trailing_zeros() as usize);
    let (near, far) = amount.split_at(count);
    (near, graph.any(far))
}

/// To the left by an unsigned amount.
pub fn shift_left(graph: &mut GateGraph, a: &[Gate], amount: &[Gate]) -> GateWord {
    let reversed: GateWord = a.iter().rev().copied().collect();
    let mut shifted = shift_right(graph, &reversed, amount, Gate::FALSE);
    shifted.reverse();
    shifted
}

/// To the right by an unsigned amount; `fill` comes in.
pub fn shift_right(graph: &mut GateGraph, a: &[Gate], amount: &[Gate], fill: Gate) -> GateWord {
    let (near, far) = stages(graph, amount, a.len());
    let mut word = a.to_vec();
    for (stage, bit) in near.iter().enumerate() {
        let shifted = moved_down(&word, 1 << stage, fill);
        word = choose(graph, *bit, &shifted, &word);
    }
    let gone = vec![fill; a.len()];
    choose(graph, far, &gone, &word)
}

/// To the right by an unsigned amount; the lowest bit stays set if any set bit was lost.
pub fn shift_right_sticky(graph: &mut GateGraph, a: &[Gate], amount: &[Gate]) -> GateWord {
    let (near, far) = stages(graph, amount, a.len());
    let mut word = a.to_vec();
    for (stage, bit) in near.iter().enumerate() {
        let shifted = moved_down_sticky(graph, &word, 1 << stage);
        word = choose(graph, *bit, &shifted, &word);
    }
    let gone = moved_down_sticky(graph, a, a.len());
    choose(graph, far, &gone, &word)
}

fn moved_down(a: &[Gate], by: usize, fill: Gate) -> GateWord {
    let by = by.min(a.len());
    resized(&a[by..], a.len(), fill)
}

fn moved_down_sticky(graph: &mut GateGraph, a: &[Gate], by: usize) -> GateWord {
    let by = by.min(a.len());
    let lost = graph.any(&a[..by]);
    let mut word = moved_down(a, by, Gate::FALSE);
    word[0] = graph.or(word[0], lost);
    word
}

/// The product modulo 2^width: all products of two bits, in columns of the same weight, added up with full adders.
/// A constant factor leaves no gates where its bits are clear.
pub fn multiply(graph: &mut GateGraph, a: &[Gate], b: &[Gate], width: usize) -> GateWord {
    let mut columns: Vec<VecDeque<Gate>> = vec![VecDeque::new(); width];
    for (j, b) in b.iter().enumerate() {
        for (i, a) in a.iter().enumerate().take(width.saturating_sub(j)) {
            let bit = graph.and(*a, *b);
            push(&mut columns, i + j, bit);
        }
    }
    (0..width).map(|place| settled(graph, &mut columns, place)).collect()
}

/// Adds a bit to a column. Two equal ones are one in the next: squares have each product of different bits twice.
fn push(columns: &mut [VecDeque<Gate>], place: usize, bit: Gate) {
    if bit == Gate::FALSE || place >= columns.len() {
        return;
    }
    match columns[place].iter().position(|other| *other == bit) {
        Some(twin) => {
            columns[place].remove(twin);
            push(columns, place + 1, bit);
        }
        None => columns[place].push_back(bit),
    }
}

/// The bit of a column, after its carries have gone to the next.
fn settled(graph: &mut GateGraph, columns: &mut [VecDeque<Gate>], place: usize) -> Gate {
    while columns[place].len() > 1 {
        let mut take = || columns[place].pop_front().unwrap_or(Gate::FALSE);
        let (a, b, c) = (take(), take(), take());
        let (sum, carry) = full_adder(graph, a, b, c);
        push(columns, place, sum);
        push(columns, place + 1, carry);
    }
    columns[place].pop_front().unwrap_or(Gate::FALSE)
}

/// Quotient and remainder of unsigned words, by long division: a bit of the quotient is set where the divisor can be taken away.
///
/// Of zero it can always be, so that the quotient is all ones and the remainder the dividend: what SMT-LIB says.
pub fn divide_unsigned(graph: &mut GateGraph, a: &[Gate], b: &[Gate]) -> (GateWord, GateWord) {
    let width = a.len();
    let divisor = zero_extended(b, width + 1);
    let mut rest = vec![Gate::FALSE; width];
    let mut quotient = Vec::with_capacity(width);
    for bit in a.iter().rev() {
        rest.insert(0, *bit);
        let (taken, fits) = take_away(graph, &rest, &divisor);
        rest = zero_extended(&taken, width);
        quotient.push(fits);
    }
    quotient.reverse();
    (quotient, rest)
}

/// a − b and true if b ≤ a, else a and false.
pub fn take_away(graph: &mut GateGraph, a: &[Gate], b: &[Gate]) -> (GateWord, Gate) {
    let (difference, fits) = add_carry(graph, a, &not(b), Gate::TRUE);
    (choose(graph, fits, &difference, a), fits)
}

/// A word moved up until its top bit is set, and by how much: the number of its leading zeros, if it is not zero.
pub fn normalised(graph: &mut GateGraph, a: &[Gate]) -> (GateWord, GateWord) {
    let mut word = a.to_vec();
    let mut count = Vec::new();
    for stage in (0..a.len().next_power_of_two().trailing_zeros()).rev() {
        let (shifted, is_clear) = moved_up(graph, &word, 1 << stage);
        word = choose(graph, is_clear, &shifted, &word);
        count.push(is_clear);
    }
    count.reverse();
    (word, count)
}

/// A word moved up by some places, and whether these places were all clear.
pub fn moved_up(graph: &mut GateGraph, a: &[Gate], by: usize) -> (GateWord, Gate) {
    let (low, high) = a.split_at(a.len() - by);
    (above_zeros(low, by), !graph.any(high))
}
