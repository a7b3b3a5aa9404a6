//! Ordinary statements: assignments, increments, branches, loops, constants that arrive through locals.

use super::super::program::{CExpr, Cond, Stmt};
use super::super::types::{INTS, plain_int};
use super::Make;

/// `v = e;` with a new or an old variable.
pub fn assignment(make: &mut Make) -> Vec<Stmt> {
    let value = make.expr(2);
    if make.rng.one_in(2) {
        let ty = make.ty();
        return vec![make.declare(ty, value).0];
    }
    let (name, ty) = make.target();
    vec![Stmt::Assign(name, ty, value)]
}

/// `v += e;`
pub fn update(make: &mut Make) -> Vec<Stmt> {
    let (name, ty) = make.target();
    let value = make.expr(1);
    let float = ty.float || value.float();
    let ops = if float || make.odd { 3 } else { 8 };
    let op = ["+", "-", "*", "&", "|", "^", "<<", ">>"][make.rng.below(ops)];
    vec![Stmt::Update(name, ty, op, value)]
}

/// `v++;`
pub fn step(make: &mut Make) -> Vec<Stmt> {
    let (name, ty) = make.target();
    // `--` on a truth value flips it, and `++` sets it: no arithmetic. Compilers do not agree on that of an odd width.
    if ty.bits == 1 || !ty.gcc {
        return assignment(make);
    }
    let op = if make.rng.one_in(2) { "++" } else { "--" };
    vec![Stmt::Step(name, ty, op)]
}

/// `if`, sometimes with `else`.
pub fn branch(make: &mut Make) -> Vec<Stmt> {
    let cond = make.cond();
    let count = 1 + make.rng.below(2);
    let then = make.block(count);
    let other = if make.rng.one_in(2) { make.block(1) } else { Vec::new() };
    vec![Stmt::If(cond, then, other)]
}

/// A loop that ends: its counter is written nowhere else.
pub fn repeat(make: &mut Make) -> Vec<Stmt> {
    let name = make.name();
    let counter = CExpr::Var(name.clone(), plain_int());
    let begin = Stmt::Declare(plain_int(), name.clone(), Some(CExpr::Const("0".into(), plain_int())));
    let cond = Cond {
        op: "<",
        left: counter,
        right: CExpr::Const((1 + make.rng.below(9)).to_string(), plain_int()),
        more: None,
    };
    let mut body = make.block(1);
    body.push(Stmt::Step(name, plain_int(), "++"));
    vec![begin, Stmt::While(cond, body)]
}

/// A zero that is no constant to the eye: what divides by it goes wrong for certain.
pub fn zero_through_a_local(make: &mut Make) -> Vec<Stmt> {
    let (zero, var) = make.declare(plain_int(), CExpr::Const("0".into(), plain_int()));
    let left = make.leaf();
    let op = if left.float() || make.rng.one_in(2) { "/" } else { "%" };
    let ty = make.int();
    let wrong = make.declare(ty, CExpr::Bin(op, Box::new(left), Box::new(var))).0;
    if make.rng.one_in(3) {
        return vec![zero, wrong];
    }
    make.vars.pop();
    let cond = make.cond();
    vec![zero, Stmt::If(cond, vec![wrong], Vec::new())]
}

/// A constant through a local that does not fit where it goes.
pub fn wide_through_a_local(make: &mut Make) -> Vec<Stmt> {
    let text = *make
        .rng
        .pick(&["300", "2147483647", "40000", "-1", "4294967295u", "128"]);
    let ty = if text.ends_with('u') { &INTS[1] } else { plain_int() };
    let (wide, var) = make.declare(ty, CExpr::Const(text.into(), ty));
    let value = match make.rng.below(3) {
        0 => var,
        1 => CExpr::Bin("+", Box::new(var), Box::new(make.constant())),
        _ => CExpr::Cast(make.int(), Box::new(var)),
    };
    let ty = make.int();
    let narrow = make.declare(ty, value).0;
    vec![wide, narrow]
}

/// A variable that is written on one way only.
pub fn unwritten(make: &mut Make) -> Vec<Stmt> {
    make.program.unknowns = true;
    let ty = make.int();
    let ty = if ty.bits == 1 { plain_int() } else { ty };
    let name = make.name();
    let cond = make.cond();
    let value = make.expr(1);
    let write = Stmt::Assign(name.clone(), ty, value);
    make.vars.push((name.clone(), ty));
    vec![Stmt::Declare(ty, name, None), Stmt::If(cond, vec![write], Vec::new())]
}

/// `switch`.
pub fn choice(make: &mut Make) -> Vec<Stmt> {
    let of = make.leaf();
    if of.float() {
        return assignment(make);
    }
    let of = CExpr::Bin("&", Box::new(of), Box::new(CExpr::Const("7".into(), plain_int())));
    let start = make.rng.below(4) as u32;
    let cases = (0..1 + make.rng.below(3) as u32)
        .map(|at| (start + 2 * at, make.block(1)))
        .collect();
    let other = make.block(1);
    vec![Stmt::Switch(of, cases, other)]
}

/// A loop that ends on some inputs only; a rare one, since many seconds go by until a command gives a run up.
pub fn endless(make: &mut Make) -> Vec<Stmt> {
    let leaf = make.leaf();
    if leaf.float() || !make.rng.one_in(30) {
        return assignment(make);
    }
    let whole = CExpr::Cast(&INTS[3], Box::new(leaf));
    let (begin, counter) = make.declare(&INTS[3], whole);
    let name = make.vars[make.vars.len() - 1].0.clone();
    let cond = Cond {
        op: "!=",
        left: counter,
        right: CExpr::Const("6".into(), plain_int()),
        more: None,
    };
    let step = CExpr::Const((2 * make.rng.below(3)).to_string(), plain_int());
    vec![begin, Stmt::While(cond, vec![Stmt::Update(name, &INTS[3], "+", step)])]
}
