//! Guards behind hashes: no search gets through, the judge has the key.

use super::super::program::{CExpr, Cond, Stmt};
use super::super::types::{Ty, plain_unsigned};
use super::Make;

const FACTORS: [u32; 4] = [2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263];

/// The guard that a value of an argument opens.
fn lock(make: &mut Make) -> Option<(Stmt, Cond)> {
    let (at, ty) = carrier(make)?;
    let range = make.program.params[at].range;
    let key = match range {
        Some((low, high)) => i128::from(low) + i128::from(make.rng.next()) % i128::from(high - low + 1),
        None => make.value(ty),
    };
    make.program.keys.push((at, key as u128));
    let factor = *make.rng.pick(&FACTORS);
    let expected = (key as u32).wrapping_mul(factor);
    let of = CExpr::Var(make.program.params[at].name.clone(), ty);
    let whole = CExpr::Cast(plain_unsigned(), Box::new(of));
    let factor = CExpr::Const(format!("{factor}u"), plain_unsigned());
    let (hash, var) = make.declare(plain_unsigned(), CExpr::Bin("*", Box::new(whole), Box::new(factor)));
    let right = CExpr::Const(format!("{expected}u"), plain_unsigned());
    let left = var;
    let (op, more) = ("==", None);
    Some((hash, Cond { op, left, right, more }))
}

/// An argument that can carry a key; if nothing was written to it, the key opens the guard.
fn carrier(make: &mut Make) -> Option<(usize, Ty)> {
    let fits = |at: &usize| {
        let ty = make.program.params[*at].ty;
        !ty.float && make.program.params[*at].count.is_none() && ty.bits >= 8 && ty.bits <= 64
    };
    let at: Vec<usize> = (0..make.program.params.len()).filter(fits).collect();
    let at = *at.get(make.rng.below(at.len()))?;
    Some((at, make.program.params[at].ty))
}

/// Something behind a guard.
pub fn hash(make: &mut Make) -> Vec<Stmt> {
    let Some((hash, cond)) = lock(make) else {
        return super::plain::assignment(make);
    };
    let then = make.block(2);
    let other = if make.rng.one_in(3) { make.block(1) } else { Vec::new() };
    vec![hash, Stmt::If(cond, then, other)]
}

/// Two guards on two ways that do the same: an optimiser makes one of them.
pub fn twins(make: &mut Make) -> Vec<Stmt> {
    let (Some((first, one)), Some((second, two))) = (lock(make), lock(make)) else {
        return super::plain::assignment(make);
    };
    let cond = make.cond();
    let same = make.block(1);
    let (left, right) = (
        vec![Stmt::If(one, same.clone(), vec![])],
        vec![Stmt::If(two, same, vec![])],
    );
    vec![first, second, Stmt::If(cond, left, right)]
}

/// A guard behind the same guard: its other side cannot be reached.
pub fn twice(make: &mut Make) -> Vec<Stmt> {
    let Some((hash, cond)) = lock(make) else {
        return super::plain::assignment(make);
    };
    let (then, other) = (make.block(1), make.block(1));
    let inner = Stmt::If(cond.clone(), then, other);
    vec![hash, Stmt::If(cond, vec![inner], Vec::new())]
}
