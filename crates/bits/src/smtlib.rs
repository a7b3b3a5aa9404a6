//! A problem as SMT-LIB 2 text, so that other solvers can judge it.
//!
//! Words and truth values are written as they are. A float is a word here too, but SMT-LIB has no way back from a float to
//! its bits; so where the result of a float operation is used as a word, that is a new constant t with
//! `(= ((_ to_fp e s) t) (fp.add …))`. That leaves open which NaN t is, and so a second assertion says that it is the usual
//! one. Where only float operations of the same format use it, it stays a float.

use crate::format::{FloatFormat, Rounding};
use crate::operation::{BitOperation, BitSort, FloatOperation};
use crate::pool::{Term, TermPool};
use crate::problem::BitProblem;
use crate::threshold::{WordShape, range};
use std::collections::HashSet;
use std::fmt::Write;

/// The problem as a script of the logic QF_BVFP: satisfiable where the problem has a model.
pub fn smtlib(problem: &BitProblem) -> String {
    let pool = problem.pool();
    let cone = pool.cone(problem.assertions());
    let mut script = Script {
        pool,
        names: names(pool),
        words: words(pool, &cone),
        text: String::from("(set-logic QF_BVFP)\n"),
    };
    for term in cone {
        script.define(term);
    }
    for assertion in problem.assertions() {
        let name = script.name(*assertion);
        script.line(&format!("(assert {name})"));
    }
    script.line("(check-sat)");
    script.text
}

struct Script<'p> {
    pool: &'p TermPool,
    names: Vec<String>,
    /// Terms that are used as words.
    words: HashSet<Term>,
    text: String,
}

/// Arguments that are used as words, be they results of float operations or not.
fn words(pool: &TermPool, cone: &[Term]) -> HashSet<Term> {
    let words_of = |term: &Term| {
        let read_in = float_arguments(pool.operation(*term));
        let arguments = pool.arguments(*term).iter().copied();
        arguments.filter(move |argument| read_in.is_none() || float_result(pool.operation(*argument)) != read_in)
    };
    cone.iter().flat_map(words_of).collect()
}

/// The format in which an operation reads its arguments, if it reads floats.
fn float_arguments(operation: &BitOperation) -> Option<FloatFormat> {
    match operation {
        BitOperation::Float(_, FloatOperation::FromSigned(..) | FloatOperation::FromUnsigned(..)) => None,
        BitOperation::Float(format, _) => Some(*format),
        _ => None,
    }
}

/// The format of an operation's result, if it is a float.
fn float_result(operation: &BitOperation) -> Option<FloatFormat> {
    use FloatOperation::*;
    match operation {
        BitOperation::Float(_, Convert(to, _)) => Some(*to),
        BitOperation::Float(_, ToSigned(..) | ToUnsigned(..) | FitsSigned(..) | FitsUnsigned(..)) => None,
        BitOperation::Float(format, operation) => question(*operation).is_none().then_some(*format),
        _ => None,
    }
}

/// What variables are called: by name and number, as names may be shared, or be words of the language.
fn names(pool: &TermPool) -> Vec<String> {
    let variables = pool.variables().iter().enumerate();
    let writable = |c: &char| c.is_ascii_graphic() && !matches!(c, '|' | '\\');
    variables
        .map(|(number, variable)| {
            let name: String = variable.name.chars().filter(writable).collect();
            format!("|{name}#{number}|")
        })
        .collect()
}

impl Script<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn name(&self, term: Term) -> String {
        match self.pool.operation(term) {
            BitOperation::Truth(value) => value.to_string(),
            BitOperation::Constant(word) => word.to_string(),
            BitOperation::Variable(number) => self.names[*number as usize].clone(),
            _ => format!("t{}", term.index()),
        }
    }

    fn define(&mut self, term: Term) {
        let (sort, name) = (sort(self.pool.sort(term)), self.name(term));
        match self.pool.operation(term) {
            BitOperation::Truth(_) | BitOperation::Constant(_) => {}
            BitOperation::Variable(_) => self.line(&format!("(declare-fun {name} () {sort})")),
            BitOperation::Float(format, operation) => self.define_float(term, *format, *operation),
            operation => {
                let body = self.applied(&word_operation(operation, self.pool.sort(term)), term);
                self.line(&format!("(define-fun {name} () {sort} {body})"));
            }
        }
    }

    /// An operator before the names of a term's arguments.
    fn applied(&self, operator: &str, term: Term) -> String {
        let mut text = format!("({operator}");
        for argument in self.pool.arguments(term) {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}", self.name(*argument));
        }
        text + ")"
    }

    fn define_float(&mut self, term: Term, format: FloatFormat, operation: FloatOperation) {
        let (name, sort) = (self.name(term), sort(self.pool.sort(term)));
        if let Some(body) = self.word_of_float(term, format, operation) {
            return self.line(&format!("(define-fun {name} () {sort} {body})"));
        }
        let result = if let FloatOperation::Convert(to, _) = operation {
            to
        } else {
            format
        };
        let body = self.float_body(term, format, operation);
        self.line(&format!("(define-fun {name}.f () {} {body})", float_sort(result)));
        if !self.words.contains(&term) {
            return;
        }
        self.line(&format!("(declare-fun {name} () {sort})"));
        self.line(&format!("(assert (= {} {name}.f))", read(result, &name)));
        self.line(&format!(
            "(assert (=> (fp.isNaN {name}.f) (= {name} {})))",
            result.nan()
        ));
    }

    /// Operations from floats to truth values and words need no constants.
    fn word_of_float(&self, term: Term, format: FloatFormat, operation: FloatOperation) -> Option<String> {
        use FloatOperation::*;
        match operation {
            ToSigned(width, mode) => Some(self.to_word(term, format, mode, WordShape::signed(width))),
            ToUnsigned(width, mode) => Some(self.to_word(term, format, mode, WordShape::unsigned(width))),
            FitsSigned(width, mode) => Some(self.fits(term, format, mode, WordShape::signed(width))),
            FitsUnsigned(width, mode) => Some(self.fits(term, format, mode, WordShape::unsigned(width))),
            _ => question(operation).map(|operator| self.applied_to_floats(operator, format, term)),
        }
    }

    fn float_body(&self, term: Term, format: FloatFormat, operation: FloatOperation) -> String {
        use FloatOperation::*;
        let with = |operator: &str, mode: Rounding| format!("{operator} {}", mode.abbreviation());
        let into = |format: FloatFormat| format!("(_ to_fp {} {})", format.exponent, format.significand);
        let (operator, mode) = match operation {
            Add(mode) => ("fp.add", mode),
            Subtract(mode) => ("fp.sub", mode),
            Multiply(mode) => ("fp.mul", mode),
            Divide(mode) => ("fp.div", mode),
            Fma(mode) => ("fp.fma", mode),
            SquareRoot(mode) => ("fp.sqrt", mode),
            Integral(mode) => ("fp.roundToIntegral", mode),
            Convert(to, mode) => return self.applied_to_floats(&with(&into(to), mode), format, term),
            FromSigned(_, mode) => return self.applied(&with(&into(format), mode), term),
            FromUnsigned(_, mode) => {
                let unsigned = format!("(_ to_fp_unsigned {} {})", format.exponent, format.significand);
                return self.applied(&with(&unsigned, mode), term);
            }
            _ => unreachable!("{operation:?} gives no float"),
        };
        self.applied_to_floats(&with(operator, mode), format, term)
    }

    fn applied_to_floats(&self, operator: &str, format: FloatFormat, term: Term) -> String {
        let arguments = self.pool.arguments(term).iter();
        let arguments: Vec<String> = arguments.map(|argument| self.read(format, *argument)).collect();
        format!("({operator} {})", arguments.join(" "))
    }

    /// A term as a float: the result of an operation is one already.
    fn read(&self, format: FloatFormat, term: Term) -> String {
        let name = self.name(term);
        match float_result(self.pool.operation(term)) {
            Some(result) if result == format => format!("{name}.f"),
            _ => read(format, &name),
        }
    }

    /// Whether a float lies between the least and the greatest one that fit: NaN does not.
    fn fits(&self, term: Term, format: FloatFormat, mode: Rounding, shape: WordShape) -> String {
        let (least, greatest) = range(format, mode, shape);
        let x = self.read(format, self.pool.arguments(term)[0]);
        let [least, greatest] = [least, greatest].map(|word| read(format, &word.to_string()));
        format!("(fp.leq {least} {x} {greatest})")
    }

    /// SMT-LIB leaves open what does not fit; here it is zero.
    fn to_word(&self, term: Term, format: FloatFormat, mode: Rounding, shape: WordShape) -> String {
        let operator = if shape.is_signed { "fp.to_sbv" } else { "fp.to_ubv" };
        let operator = format!("(_ {operator} {}) {}", shape.width, mode.abbreviation());
        let (fits, word) = (
            self.fits(term, format, mode, shape),
            self.applied_to_floats(&operator, format, term),
        );
        format!("(ite {fits} {word} (_ bv0 {}))", shape.width)
    }
}

/// The operator of a comparison or a class.
fn question(operation: FloatOperation) -> Option<&'static str> {
    match operation {
        FloatOperation::Equal => Some("fp.eq"),
        FloatOperation::Less => Some("fp.lt"),
        FloatOperation::AtMost => Some("fp.leq"),
        FloatOperation::IsNan => Some("fp.isNaN"),
        FloatOperation::IsInfinite => Some("fp.isInfinite"),
        FloatOperation::IsZero => Some("fp.isZero"),
        FloatOperation::IsSubnormal => Some("fp.isSubnormal"),
        FloatOperation::IsNormal => Some("fp.isNormal"),
        _ => None,
    }
}

fn sort(sort: BitSort) -> String {
    match sort {
        BitSort::Bool => "Bool".into(),
        BitSort::Bits(width) => format!("(_ BitVec {width})"),
    }
}

fn float_sort(format: FloatFormat) -> String {
    format!("(_ FloatingPoint {} {})", format.exponent, format.significand)
}

/// The float whose pattern a word is.
fn read(format: FloatFormat, word: &str) -> String {
    format!("((_ to_fp {} {}) {word})", format.exponent, format.significand)
}

/// The operator's name; what truth values have too is named otherwise for words.
fn word_operation(operation: &BitOperation, sort: BitSort) -> String {
    use BitOperation::*;
    let of_truth = |truth, word| if sort == BitSort::Bool { truth } else { word };
    let name = match operation {
        Not => of_truth("not", "bvnot"),
        And => of_truth("and", "bvand"),
        Or => of_truth("or", "bvor"),
        Xor => of_truth("xor", "bvxor"),
        Extract { high, low } => return format!("(_ extract {high} {low})"),
        ExtendZero(more) => return format!("(_ zero_extend {more})"),
        ExtendSign(more) => return format!("(_ sign_extend {more})"),
        Equal => "=",
        Choose => "ite",
        Negate => "bvneg",
        Add => "bvadd",
        Subtract => "bvsub",
        Multiply => "bvmul",
        DivideUnsigned => "bvudiv",
        RemainderUnsigned => "bvurem",
        DivideSigned => "bvsdiv",
        RemainderSigned => "bvsrem",
        ShiftLeft => "bvshl",
        ShiftRight => "bvlshr",
        ShiftRightSigned => "bvashr",
        Concat => "concat",
        LessUnsigned => "bvult",
        AtMostUnsigned => "bvule",
        LessSigned => "bvslt",
        AtMostSigned => "bvsle",
        _ => unreachable!("{operation:?} is written elsewhere"),
    };
    name.into()
}
