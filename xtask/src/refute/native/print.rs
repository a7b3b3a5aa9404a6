//! Both texts of a program: the plain one for Lydian, and the judge's, in which every operation tells what it does.

use super::program::{CExpr, CProgram, Cond, Snippet, Stmt};
use super::types::Ty;

/// A place of the plain text and what can happen there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeSlot {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The operator of `stress`, or a side: `false`, `true`.
    pub what: &'static str,
    /// Whether it is about literals, or about a cast that is not to a narrower type: both are taken for what was meant.
    pub meant: bool,
}

/// The texts of a program.
pub struct Texts {
    /// What Lydian reads.
    pub plain: String,
    /// What the judge compiles.
    pub judged: String,
    /// The plain text once more, with names that are those of the case alone.
    pub copy: String,
    /// What the judge's text can tell, by number from the base on.
    pub slots: Vec<JudgeSlot>,
}

/// Slots of an operation on integers, and on floats: the order is that of `judge.h`.
const INTEGER: [&str; 5] = ["iovflow", "iuflow", "nzpush", "div0", "shift"];
const FLOAT: [&str; 5] = ["fovflow", "none", "none", "div0", "fnan"];

/// Which slots of an operation on integers tell that an operand is the least value.
const LEAST_LEFT: usize = 2;
const LEAST_RIGHT: usize = 7;
/// The slot of an operation that tells that the conversion of its left operand changes the value.
const SIGN_LEFT: usize = 5;

const MACROS: [(&str, &str); 10] = [
    ("+", "ADD"),
    ("-", "SUB"),
    ("*", "MUL"),
    ("/", "DIV"),
    ("%", "REM"),
    ("&", "AND"),
    ("|", "OR"),
    ("^", "XOR"),
    ("<<", "SHL"),
    (">>", "SHR"),
];

struct ProgramPrinter {
    plain: String,
    judged: String,
    slots: Vec<JudgeSlot>,
    base: usize,
    line: u32,
    column: u32,
    depth: usize,
}

/// Prints a program; the judge's function is `f_CASE` and its slots count from `base`.
pub fn print(program: &CProgram, case: usize, base: usize) -> Texts {
    let mut printer = ProgramPrinter {
        plain: String::new(),
        judged: String::new(),
        slots: Vec::new(),
        base,
        line: 1,
        column: 1,
        depth: 0,
    };
    printer.program(program, case);
    Texts {
        plain: printer.plain.replace('@', ""),
        copy: (linked(program) + &printer.plain).replace('@', &format!("p{case}")),
        judged: printer.judged.replace('@', &format!("j{case}")),
        slots: printer.slots,
    }
}

/// Further files, in front of the copy.
fn linked(program: &CProgram) -> String {
    program.files.iter().map(|(_, text)| text.as_str()).collect()
}

impl ProgramPrinter {
    fn put(&mut self, text: &str) {
        self.plain.push_str(text);
        let text = text.replace('@', "");
        match text.rfind('\n') {
            Some(at) => {
                self.line += text.matches('\n').count() as u32;
                self.column = (text.len() - at) as u32;
            }
            None => self.column += text.len() as u32,
        }
    }

    fn slot(&mut self, column: u32, what: &'static str) -> usize {
        let line = self.line;
        self.slots.push(JudgeSlot {
            line,
            column,
            what,
            meant: false,
        });
        self.base + self.slots.len() - 1
    }

    /// A definition in front of the function: `@` marks names that are those of the case alone.
    fn program(&mut self, program: &CProgram, case: usize) {
        for (plain, judged) in &program.heads {
            self.put(&format!("{plain}\n"));
            self.tell(judged);
        }
        let params: Vec<String> = program.params.iter().map(super::program::Param::declared).collect();
        let params = params.join(", ");
        self.put(&format!("{}{} f({params}) {{\n", program.attributes, program.result.c));
        self.judged
            .push_str(&format!("static {} f_{case}({params}) {{\n", program.result.c));
        self.block(&program.body, program.result);
        self.put("}\n");
        self.judged.push_str("}\n");
    }

    fn block(&mut self, body: &[Stmt], result: Ty) {
        self.depth += 1;
        body.iter().for_each(|stmt| self.stmt(stmt, result));
        self.depth -= 1;
    }

    fn indent(&mut self) {
        self.put(&"    ".repeat(self.depth));
    }

    fn tell(&mut self, judged: &str) {
        self.judged.push_str(judged);
        self.judged.push('\n');
    }

    fn stmt(&mut self, stmt: &Stmt, result: Ty) {
        self.indent();
        match stmt {
            Stmt::Declare(ty, name, None) => {
                self.put(&format!("{} {name};\n", ty.c));
                self.tell(&format!("{} {name}; UNKNOWN(&{name}, sizeof {name});", ty.c));
            }
            Stmt::Declare(ty, name, Some(value)) => {
                self.put(&format!("{} {name} = ", ty.c));
                let value = self.converted(ty, value);
                self.end(&format!("{} {name} = {value};", ty.c));
            }
            Stmt::Assign(name, ty, value) => {
                self.put(&format!("{name} = "));
                let value = self.converted(ty, value);
                self.end(&format!("{name} = {value};"));
            }
            Stmt::Update(name, ty, op, value) => self.update(name, ty, op, value),
            Stmt::Step(name, ty, op) => self.step(name, ty, op),
            Stmt::If(cond, then, other) => self.branch(cond, then, other, result),
            Stmt::While(cond, body) => {
                self.put("while (");
                let cond = self.cond(cond);
                self.put(") {\n");
                self.tell(&format!("while ({cond}) {{"));
                self.block(body, result);
                self.close();
            }
            Stmt::Return(value) => {
                self.put("return ");
                let value = self.converted(result, value);
                self.end(&format!("return {value};"));
            }
            Stmt::Switch(of, cases, other) => self.switch(of, cases, other, result),
            Stmt::Snippet(snippet) => self.snippet(snippet),
        }
    }

    fn end(&mut self, judged: &str) {
        self.put(";\n");
        self.tell(judged);
    }

    fn close(&mut self) {
        self.indent();
        self.put("}\n");
        self.tell("}");
    }

    fn branch(&mut self, cond: &Cond, then: &[Stmt], other: &[Stmt], result: Ty) {
        self.put("if (");
        let cond = self.cond(cond);
        self.put(") {\n");
        self.tell(&format!("if ({cond}) {{"));
        self.block(then, result);
        if !other.is_empty() {
            self.indent();
            self.put("} else {\n");
            self.tell("} else {");
            self.block(other, result);
        }
        self.close();
    }

    fn switch(&mut self, of: &CExpr, cases: &[(u32, Vec<Stmt>)], other: &[Stmt], result: Ty) {
        self.put("switch (");
        let of = self.expr(of);
        let mut chain = String::new();
        for (value, _) in cases {
            let i = self.slot(0, "false");
            self.slot(0, "true");
            chain.push_str(&format!("COND({i}, s_ == {value}) || "));
        }
        self.put(") {\n");
        self.tell(&format!(
            "switch (({{ __auto_type s_ = ({of}); (void)({chain}0); s_; }})) {{"
        ));
        let labels = cases
            .iter()
            .map(|(value, body)| (format!("case {value}:"), body.as_slice()));
        for (label, body) in labels.chain([("default:".to_owned(), other)]) {
            self.indent();
            self.put(&format!("{label} {{\n"));
            self.tell(&format!("{label} {{"));
            self.block(body, result);
            self.indent();
            self.put("} break;\n");
            self.tell("} break;");
        }
        self.close();
    }

    fn snippet(&mut self, snippet: &Snippet) {
        let mut judged = snippet.judged.clone();
        let first = self.line;
        for (number, (line, what)) in snippet.slots.iter().enumerate() {
            self.line = first + line;
            let i = self.slot(0, what);
            judged = judged.replace(&format!("#{number}"), &i.to_string());
        }
        self.line = first;
        for (number, line) in snippet.plain.iter().enumerate() {
            if number > 0 {
                self.indent();
            }
            self.put(&format!("{line}\n"));
        }
        self.tell(&judged);
    }

    fn cond(&mut self, cond: &Cond) -> String {
        let begin = self.column;
        let left = self.expr(&cond.left);
        self.put(" ");
        let column = self.column;
        self.put(cond.op);
        self.put(" ");
        let second = self.column;
        let right = self.expr(&cond.right);
        let judged = if cond.left.float() || cond.right.float() {
            format!("FCMP({}, {left}, {right})", cond.op)
        } else {
            let i = self.slot(begin, "sign");
            let last = self.slot(second, "sign");
            self.slots[i - self.base].meant = cond.left.literal();
            self.slots[last - self.base].meant = cond.right.literal();
            format!("CMP({i}, {}, {left}, {right})", cond.op)
        };
        let i = self.slot(column, "false");
        self.slot(column, "true");
        let told = format!("COND({i}, {judged})");
        let Some((word, more)) = &cond.more else {
            return told;
        };
        self.put(&format!(" {word} "));
        let more = self.cond(more);
        format!("{told} {word} {more}")
    }

    fn update(&mut self, name: &str, ty: Ty, op: &'static str, value: &CExpr) {
        self.put(&format!("{name} "));
        let column = self.column;
        self.put(&format!("{op}= "));
        let begin = self.column;
        let judged = self.expr(value);
        let float = ty.float || value.float();
        let literal = (false, value.literal());
        let first = self.slots.len();
        let made = self.operation(op, (column, column, begin), (name.to_owned(), judged), literal, float);
        // Nothing in compiled code tells that the variable is converted before the operation.
        self.slots[first + SIGN_LEFT].what = "none";
        let made = self.conversion(ty, float, column, made);
        self.end(&format!("{name} = {made};"));
    }

    fn step(&mut self, name: &str, ty: Ty, op: &'static str) {
        self.put(name);
        let column = self.column;
        self.put(op);
        let made = self.operation(
            &op[..1],
            (column, column, column),
            (name.to_owned(), "1".into()),
            (false, true),
            ty.float,
        );
        let made = self.conversion(ty, ty.float, column, made);
        self.end(&format!("{name} = {made};"));
    }

    /// The judge's text of an operation; the columns are those of the operator and of both operands. Operands that are
    /// literals do not become the least value, and are converted as they are meant.
    fn operation(
        &mut self,
        op: &str,
        at: (u32, u32, u32),
        of: (String, String),
        literal: (bool, bool),
        float: bool,
    ) -> String {
        let (column, left, right) = at;
        let whats = if float { FLOAT } else { INTEGER };
        let i = self.base + self.slots.len();
        whats.iter().for_each(|what| {
            self.slot(column, what);
        });
        let signs = [self.slot(left, "sign"), self.slot(right, "sign")];
        self.slot(column, if float { "none" } else { "nzpush" });
        let made = &mut self.slots[i - self.base..];
        // The front end computes what consists of literals.
        made.iter_mut().for_each(|slot| slot.meant = literal.0 && literal.1);
        made[LEAST_LEFT].meant = literal.0;
        made[LEAST_RIGHT].meant = literal.1;
        made[signs[0] - i].meant = literal.0;
        made[signs[1] - i].meant = literal.1;
        let row = MACROS.iter().find(|(c, _)| *c == op);
        let (_, name) = row.expect("invariant: every operator has a macro");
        let prefix = if float { "F" } else { "" };
        format!("{prefix}{name}({i}, {}, {})", of.0, of.1)
    }

    /// An expression and its conversion to a type, as an assignment makes it.
    fn converted(&mut self, ty: Ty, value: &CExpr) -> String {
        let begin = self.column;
        let judged = self.expr(value);
        self.conversion_of(value, ty, begin, judged)
    }

    /// A conversion of an expression that may consist of literals.
    fn conversion_of(&mut self, value: &CExpr, ty: Ty, column: u32, judged: String) -> String {
        let first = self.slots.len();
        let made = self.conversion(ty, value.float(), column, judged);
        let literal = value.literal();
        self.slots[first..].iter_mut().for_each(|slot| slot.meant = literal);
        made
    }

    fn conversion(&mut self, ty: Ty, from_float: bool, column: u32, judged: String) -> String {
        let (name, what) = match (from_float, ty.float) {
            (false, false) => ("CONV", "trunc"),
            (true, false) => ("FTOI", "ftoi"),
            (true, true) => ("FTOF", "fovflow"),
            (false, true) => return format!("(({})({judged}))", ty.c),
        };
        let i = self.slot(column, what);
        if name == "CONV" {
            self.slot(column, "sign");
        }
        format!("{name}({i}, {}, {judged})", ty.c)
    }

    fn expr(&mut self, expr: &CExpr) -> String {
        match expr {
            CExpr::Var(name, _) => {
                self.put(name);
                name.clone()
            }
            CExpr::Const(text, _) => {
                self.put(text);
                text.clone()
            }
            CExpr::Bin(op, left, right) => self.binary(op, left, right),
            CExpr::Un(op, of) => self.unary(op, of),
            CExpr::Call(name, of) => self.call(name, of),
            CExpr::Cast(ty, of) => {
                let column = self.column;
                self.put(&format!("({})", ty.c));
                let judged = self.expr(of);
                let first = self.slots.len();
                let made = self.conversion_of(of, ty, column, judged);
                let sign = self.slots[first..].iter_mut().filter(|slot| slot.what == "sign");
                sign.for_each(|slot| slot.meant = true);
                made
            }
        }
    }

    fn binary(&mut self, op: &'static str, left: &CExpr, right: &CExpr) -> String {
        self.put("(");
        let first = self.column;
        let l = self.expr(left);
        self.put(" ");
        let column = self.column;
        self.put(op);
        self.put(" ");
        let second = self.column;
        let r = self.expr(right);
        self.put(")");
        let literal = (left.literal(), right.literal());
        self.operation(
            op,
            (column, first, second),
            (l, r),
            literal,
            left.float() || right.float(),
        )
    }

    fn call(&mut self, name: &str, of: &[CExpr]) -> String {
        let column = self.column;
        self.put(&format!("{name}("));
        let mut judged = String::new();
        for (at, of) in of.iter().enumerate() {
            self.put(if at > 0 { ", " } else { "" });
            judged.push_str(", ");
            judged.push_str(&self.expr(of));
        }
        self.put(")");
        let i = self.slot(column, "fovflow");
        self.slot(column, "fnan");
        self.slot(column, "div0");
        format!("CALL{}({i}, {name}{judged})", of.len())
    }

    fn unary(&mut self, op: &'static str, of: &CExpr) -> String {
        self.put("(");
        let column = self.column;
        self.put(op);
        let judged = self.expr(of);
        self.put(")");
        if op == "~" || of.float() {
            return format!("({op}{judged})");
        }
        let i = self.base + self.slots.len();
        INTEGER.iter().for_each(|what| {
            self.slot(column, what);
        });
        let literal = of.literal();
        self.slots[i - self.base..]
            .iter_mut()
            .for_each(|slot| slot.meant = literal);
        format!("NEG({i}, {judged})")
    }
}
