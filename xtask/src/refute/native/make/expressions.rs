//! Expressions over the variables of a program.

use super::super::program::CExpr;
use super::super::types::{FLOATS, Ty, plain_int};
use super::Make;

const INT_OPS: [&str; 14] = ["+", "-", "*", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "/"];
const FLOAT_OPS: [&str; 4] = ["+", "-", "*", "/"];
const INT_CONSTANTS: [&str; 18] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "10",
    "31",
    "100",
    "127",
    "128",
    "255",
    "1000",
    "65535",
    "2147483647",
    "1u",
    "3u",
    "100000L",
];
const FLOAT_CONSTANTS: [&str; 10] = [
    "0.0", "1.0", "0.5", "2.0", "3.5", "1e10", "1e300", "1e-300", "1e9", "255.0",
];

const MATHS: &str = "#include <math.h>";
/// Functions of the maths library, with the number of their arguments.
const CALLS: [(&str, usize); 14] = [
    ("sqrt", 1),
    ("exp", 1),
    ("log", 1),
    ("sin", 1),
    ("fabs", 1),
    ("floor", 1),
    ("asin", 1),
    ("cosh", 1),
    ("log1p", 1),
    ("expm1", 1),
    ("tan", 1),
    ("pow", 2),
    ("fmod", 2),
    ("hypot", 2),
];

impl Make {
    /// An expression of this depth at most.
    pub fn expr(&mut self, depth: usize) -> CExpr {
        if depth == 0 || self.rng.one_in(5) {
            return self.leaf();
        }
        match self.rng.below(8) {
            0 => CExpr::Cast(self.ty(), Box::new(self.expr(depth - 1))),
            1 => self.unary(depth),
            2 if self.floats => self.call(depth),
            _ => self.binary(depth),
        }
    }

    fn unary(&mut self, depth: usize) -> CExpr {
        let of = self.expr(depth - 1);
        let op = if of.float() || self.rng.one_in(2) { "-" } else { "~" };
        CExpr::Un(op, Box::new(of))
    }

    fn call(&mut self, depth: usize) -> CExpr {
        let head = (MATHS.to_owned(), String::new());
        if !self.program.heads.contains(&head) {
            self.program.heads.push(head);
        }
        let (name, count) = *self.rng.pick(&CALLS);
        CExpr::Call(name, (0..count).map(|_| self.expr(depth - 1)).collect())
    }

    fn binary(&mut self, depth: usize) -> CExpr {
        let left = self.expr(depth - 1);
        let right = self.expr(depth - 1);
        let op = if left.float() || right.float() {
            *self.rng.pick(&FLOAT_OPS)
        } else {
            *self.rng.pick(&INT_OPS)
        };
        let shifts = op == "<<" || op == ">>";
        // The width of an odd type is not its size: the judge does not shift those.
        let op = if shifts && self.odd { "+" } else { op };
        CExpr::Bin(op, Box::new(left), Box::new(right))
    }

    /// A variable, or a constant.
    pub fn leaf(&mut self) -> CExpr {
        if self.vars.is_empty() || self.rng.one_in(3) {
            return self.constant();
        }
        let (name, ty) = self.vars[self.rng.below(self.vars.len())].clone();
        CExpr::Var(name, ty)
    }

    /// A constant.
    pub fn constant(&mut self) -> CExpr {
        if self.floats && self.rng.one_in(3) {
            return CExpr::Const(self.rng.pick(&FLOAT_CONSTANTS).to_string(), &FLOATS[0]);
        }
        CExpr::Const(self.rng.pick(&INT_CONSTANTS).to_string(), plain_int())
    }

    /// A variable that can be written.
    pub fn target(&mut self) -> (String, Ty) {
        self.vars[self.rng.below(self.vars.len())].clone()
    }
}
