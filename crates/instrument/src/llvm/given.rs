//! What is known of the numbers of an input, as terms of the walk.

use bits::{BitWord, FloatFormat, Term, TermPool};

use super::ranges::limits;
use super::walk::{WalkInput, WalkedFunction};
use crate::instrumented::InputRange;
use crate::shape::{FunctionShape, PackedNumber, Scalar};

/// Truth values that hold for all inputs with numbers in these ranges.
pub(crate) fn ranges(walked: &mut WalkedFunction, shape: &FunctionShape, known: &[InputRange]) -> Vec<Term> {
    let mut all = Vec::new();
    for input in walked.inputs.clone() {
        let size = walked.pool.width(input.term) as usize / 8;
        let Some(start) = place(shape, &input, size) else {
            continue;
        };
        for range in known {
            let number = shape.inputs.get(range.slot).filter(|number| number.offset == start);
            all.extend(number.and_then(|number| inside(&mut walked.pool, input.term, number, *range)));
        }
    }
    all
}

/// Where a part of an argument of this many bytes stands in an input; none if it reaches beyond the argument.
pub(crate) fn place(shape: &FunctionShape, input: &WalkInput, size: usize) -> Option<usize> {
    let parameter = shape.parameters.get(input.argument as usize)?;
    // A large structure that is passed by value is behind a pointer, too; an argument that is a number has no offset.
    let offset = usize::try_from(input.offset).ok()?;
    let is_inside = offset.checked_add(size)? <= parameter.ty.size();
    is_inside.then(|| parameter.offset + offset)
}

/// That a number lies in a range, if the term is all of the number.
fn inside(pool: &mut TermPool, term: Term, number: &PackedNumber, range: InputRange) -> Option<Term> {
    match (&number.kind, pool.width(term)) {
        (Scalar::F64, 64) => {
            let ends = [range.lo, range.hi].map(BitWord::from_f64);
            Some(between(pool, FloatFormat::BINARY64, term, ends))
        }
        (Scalar::F32, 32) => {
            let ends = [below(range.lo), -below(-range.hi)].map(BitWord::from_f32);
            Some(between(pool, FloatFormat::BINARY32, term, ends))
        }
        (Scalar::Integer { bits, signed }, width) if *bits == width && width <= 64 => {
            Some(within(pool, term, *signed, range))
        }
        _ => None,
    }
}

/// The greatest float of the short format that is not above a number.
fn below(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) > x { near.next_down() } else { near }
}

fn between(pool: &mut TermPool, format: FloatFormat, term: Term, [lo, hi]: [BitWord; 2]) -> Term {
    let (lo, hi) = (pool.constant(lo), pool.constant(hi));
    let (above, under) = (
        pool.float_at_most(format, lo, term),
        pool.float_at_most(format, term, hi),
    );
    pool.and(above, under)
}

fn within(pool: &mut TermPool, term: Term, signed: bool, range: InputRange) -> Term {
    let width = pool.width(term);
    let (least, greatest) = limits(width, signed);
    // Conversion of a float to an integer saturates.
    let bound = |x: f64| (x as i128).clamp(least, greatest);
    let (lo, hi) = (
        pool.number(width, bound(range.lo.ceil())),
        pool.number(width, bound(range.hi.floor())),
    );
    let at_most = if signed {
        TermPool::at_most_signed
    } else {
        TermPool::at_most_unsigned
    };
    let (above, under) = (at_most(pool, lo, term), at_most(pool, term, hi));
    pool.and(above, under)
}
