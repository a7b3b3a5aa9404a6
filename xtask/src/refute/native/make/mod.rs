//! Makes programs: a few ingredients each, chosen by the numbers of the case.

mod expressions;
mod guards;
mod plain;
mod snippets;

use super::program::{CExpr, CProgram, Cond, Param, Stmt};
use super::types::{FLOATS, INTS, ODD, Ty, plain_int};
use crate::refute::Rng;

/// A program that grows.
pub struct Make {
    rng: Rng,
    program: CProgram,
    /// Variables that can be read, with their types; the arguments first.
    vars: Vec<(String, Ty)>,
    /// Whether floats are among the types.
    floats: bool,
    /// Whether integers of odd widths are among the types.
    odd: bool,
    names: usize,
    depth: usize,
}

/// What can be put into a program: how often, and how.
type Ingredient = (usize, fn(&mut Make) -> Vec<Stmt>);

const INGREDIENTS: &[Ingredient] = &[
    (6, plain::assignment),
    (3, plain::update),
    (3, plain::step),
    (5, plain::branch),
    (1, plain::repeat),
    (1, plain::endless),
    (2, plain::zero_through_a_local),
    (2, plain::wide_through_a_local),
    (1, plain::choice),
    (1, plain::unwritten),
    (4, snippets::one),
    (4, guards::hash),
    (2, guards::twins),
    (1, guards::twice),
];

const COMPARISONS: [&str; 6] = ["<", ">", "<=", ">=", "==", "!="];

/// The program of a case.
pub fn program(rng: Rng) -> CProgram {
    let mut make = Make {
        rng,
        program: CProgram {
            params: Vec::new(),
            result: plain_int(),
            heads: Vec::new(),
            attributes: String::new(),
            body: Vec::new(),
            options: Vec::new(),
            files: Vec::new(),
            keys: Vec::new(),
            unknowns: false,
            gcc: true,
        },
        vars: Vec::new(),
        floats: false,
        odd: false,
        names: 0,
        depth: 0,
    };
    make.floats = make.rng.one_in(4);
    make.odd = make.rng.one_in(10);
    make.params();
    make.body();
    make.finish()
}

impl Make {
    fn params(&mut self) {
        for number in 0..1 + self.rng.below(3) {
            let ty = self.param_type();
            let name = char::from(b"abc"[number]).to_string();
            let range = self.range(ty);
            self.vars.push((name.clone(), ty));
            let count = None;
            self.program.params.push(Param { ty, name, count, range });
        }
        // Last, so that keys count numbers and arguments alike.
        if self.rng.one_in(8) {
            self.pointer();
        }
    }

    /// A pointer to a few numbers, which can be read and written.
    fn pointer(&mut self) {
        let (ty, count) = (self.int(), 1 + self.rng.below(3));
        let name = "p".to_owned();
        self.vars.extend((0..count).map(|at| (format!("p[{at}]"), ty)));
        let (count, range) = (Some(count), None);
        self.program.params.push(Param { ty, name, count, range });
    }

    /// Small domains half of the time: they can be searched in full.
    fn param_type(&mut self) -> Ty {
        if self.rng.one_in(2) {
            &INTS[2 + self.rng.below(2)]
        } else {
            self.ty()
        }
    }

    fn range(&mut self, ty: Ty) -> Option<(i64, i64)> {
        if ty.float || ty.bits > 64 || ty.bits == 1 || !self.rng.one_in(3) {
            return None;
        }
        let (a, b) = (self.value(ty), self.value(ty));
        // The command takes bounds as doubles.
        let fits = |v: i128| v.abs() <= 1 << 53;
        (fits(a) && fits(b)).then(|| (a.min(b) as i64, a.max(b) as i64))
    }

    /// A value of an integer type: near an end, near zero, or anywhere.
    fn value(&mut self, ty: Ty) -> i128 {
        let (least, greatest) = (ty.least(), ty.greatest());
        let near = self.rng.below(4) as i128;
        let any = least + i128::from(self.rng.next()) % (greatest - least + 1);
        let value = *self
            .rng
            .pick(&[least + near, greatest - near, near, -near, near * 25, any]);
        value.clamp(least, greatest)
    }

    fn body(&mut self) {
        let mut body = Vec::new();
        for _ in 0..2 + self.rng.below(4) {
            body.extend(self.ingredient());
        }
        let result = self.expr(1);
        body.push(Stmt::Return(result));
        self.program.body = body;
        self.program.result = if self.rng.one_in(3) { self.ty() } else { plain_int() };
    }

    fn ingredient(&mut self) -> Vec<Stmt> {
        let all: usize = INGREDIENTS.iter().map(|(weight, _)| weight).sum();
        let mut at = self.rng.below(all);
        for (weight, make) in INGREDIENTS {
            if at < *weight {
                return make(self);
            }
            at -= weight;
        }
        Vec::new()
    }

    /// Statements in a block: what they declare is gone behind it.
    fn block(&mut self, count: usize) -> Vec<Stmt> {
        let seen = self.vars.len();
        self.depth += 1;
        let made = (0..count).flat_map(|_| self.small()).collect();
        self.depth -= 1;
        self.vars.truncate(seen);
        made
    }

    fn small(&mut self) -> Vec<Stmt> {
        if self.depth < 3 && self.rng.one_in(3) {
            self.ingredient()
        } else {
            plain::assignment(self)
        }
    }

    fn finish(mut self) -> CProgram {
        let odd = |ty: Ty| !ty.gcc;
        self.program.gcc &= !(self.odd || self.program.params.iter().any(|p| odd(p.ty)));
        self.program
    }

    /// A type.
    fn ty(&mut self) -> Ty {
        if self.floats && self.rng.one_in(3) {
            return &FLOATS[self.rng.below(FLOATS.len())];
        }
        self.int()
    }

    /// An integer type.
    fn int(&mut self) -> Ty {
        if self.odd && self.rng.one_in(2) {
            return &ODD[self.rng.below(ODD.len())];
        }
        let common = if self.rng.one_in(2) { 2 } else { INTS.len() };
        &INTS[self.rng.below(common)]
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// A new variable with a value.
    fn declare(&mut self, ty: Ty, value: CExpr) -> (Stmt, CExpr) {
        let name = self.name();
        self.vars.push((name.clone(), ty));
        (Stmt::Declare(ty, name.clone(), Some(value)), CExpr::Var(name, ty))
    }

    fn more(&mut self) -> Option<(&'static str, Box<Cond>)> {
        let word = *self.rng.pick(&["&&", "||"]);
        self.rng.one_in(6).then(|| (word, Box::new(self.cond())))
    }

    fn cond(&mut self) -> Cond {
        Cond {
            op: COMPARISONS[self.rng.below(COMPARISONS.len())],
            left: self.expr(1),
            right: self.leaf(),
            more: self.more(),
        }
    }
}
