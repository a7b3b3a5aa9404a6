//! From the syntax tree to the DAG: names are resolved, `let`s become sharing, bounded loops are unrolled.
//!
//! A specification speaks of real numbers, so `(! :precision …)` and `(cast …)` inside it change nothing.
//! What has no real value (tensors, NAN, unbounded loops, calls) is refused by name.

use crate::ast::{ComparisonOperator, Core, Expr, ExprKind};
use crate::dag::{Dag, Node, NodeId};
use crate::diagnostic::{Diagnostic, Diagnostics, TextSpan};
use crate::eval::{Arithmetic, ExactArithmetic, ExactValue, apply};
use std::collections::HashMap;

mod places;

pub use places::LoweredPlaces;

/// Most iterations that a loop is unrolled to.
pub const MAX_ITERATIONS: usize = 10_000;

/// Most operations that one expression may unroll to.
pub const MAX_OPERATIONS: usize = 10_000;

/// Most nodes that unrolling may bring a DAG to: a specification with all its mutants.
pub const MAX_NODES: usize = 200_000;

/// Adds `expr` over the arguments of `core` to the DAG; argument number n is variable n.
///
/// ```
/// use expr::dag::Dag;
/// use expr::lower::lower;
///
/// let core = expr::fpcore::read("(FPCore (x y) (let ([s (+ x y)]) (* s (+ y x))))")?.remove(0);
/// let mut dag = Dag::new();
/// let root = lower(&mut dag, &core, &core.body)?;
/// // Equal parts are one node: x, y, their sum, and its square.
/// assert_eq!((dag.len(), root.index()), (4, 3));
///
/// // What has no real value is refused.
/// let core = expr::fpcore::read("(FPCore () NAN)")?.remove(0);
/// assert!(lower(&mut dag, &core, &core.body).is_err());
/// # Ok::<(), expr::diagnostic::Diagnostics>(())
/// ```
pub fn lower(dag: &mut Dag, core: &Core, expr: &Expr) -> Result<NodeId, Diagnostics> {
    let names: Vec<&str> = core.arguments.iter().map(|a| a.name.as_str()).collect();
    lower_over(dag, &names, expr)
}

/// Adds `expr` over these argument names to the DAG.
pub fn lower_over<'e>(dag: &mut Dag, arguments: &[&'e str], expr: &'e Expr) -> Result<NodeId, Diagnostics> {
    Lowering::new(dag, arguments).expr(expr).map_err(Diagnostics::from)
}

struct Lowering<'d, 'e> {
    dag: &'d mut Dag,
    /// Size of the DAG at which unrolling gives up.
    limit: usize,
    scope: Vec<(&'e str, NodeId)>,
    /// Exact values of nodes without inputs, for the conditions of loops.
    closed: HashMap<NodeId, ExactValue>,
}

type Lowered = Result<NodeId, Diagnostic>;

impl<'d, 'e> Lowering<'d, 'e> {
    fn new(dag: &'d mut Dag, arguments: &[&'e str]) -> Lowering<'d, 'e> {
        let scope = arguments.iter().enumerate().map(|(n, name)| (*name, dag.variable(n)));
        Lowering {
            scope: scope.collect(),
            limit: (dag.len() + MAX_OPERATIONS).min(MAX_NODES),
            dag,
            closed: HashMap::new(),
        }
    }

    fn expr(&mut self, e: &'e Expr) -> Lowered {
        match &e.kind {
            ExprKind::Let {
                sequential,
                bindings,
                body,
            } => self.bind(*sequential, bindings, body),
            ExprKind::While {
                sequential,
                condition,
                bindings,
                body,
            } => self.unroll(e.span, *sequential, condition, bindings, body),
            _ => {
                let operands = e.children().into_iter().map(|c| self.expr(c));
                let operands: Vec<NodeId> = operands.collect::<Result<_, _>>()?;
                self.operation(e, &operands)
            }
        }
    }

    /// What stands at one place, with these operands.
    fn operation(&mut self, e: &Expr, operands: &[NodeId]) -> Lowered {
        Ok(match (&e.kind, operands) {
            (ExprKind::Number(n), _) => self.dag.literal(n.value.clone()),
            (ExprKind::Constant(c), _) => self.dag.constant(*c),
            (ExprKind::Bool(b), _) => self.dag.boolean(*b),
            (ExprKind::Variable(name), _) => self.lookup(name, e.span)?,
            (ExprKind::Unsupported(name, _), _) => return Err(refusal(e.span, name)),
            (ExprKind::Annotated(..) | ExprKind::Cast(_), &[a]) => a,
            (ExprKind::Unary(f, _), &[a]) => self.dag.unary(*f, a),
            (ExprKind::Binary(f, ..), &[a, b]) => self.dag.binary(*f, a, b),
            (ExprKind::Fma(..), &[a, b, c]) => self.dag.fma(a, b, c),
            (ExprKind::If(..), &[c, a, b]) => self.dag.select(c, a, b),
            (ExprKind::Not(_), &[a]) => self.dag.negation(a),
            (ExprKind::And(_), list) => self.dag.all(list),
            (ExprKind::Or(_), list) => self.dag.any(list),
            (ExprKind::Compare(c, _), list) => self.chain(*c, list),
            _ => {
                return Err(Diagnostic::new(
                    e.span,
                    "an operation with the wrong number of operands",
                ));
            }
        })
    }

    /// `(< a b c)` is a < b and b < c; `(!= a b c)` means that all differ.
    fn chain(&mut self, c: ComparisonOperator, list: &[NodeId]) -> NodeId {
        let pairs: Vec<(NodeId, NodeId)> = match c {
            ComparisonOperator::NotEqual => (0..list.len())
                .flat_map(|i| (i + 1..list.len()).map(move |j| (i, j)))
                .map(|(i, j)| (list[i], list[j]))
                .collect(),
            _ => list.windows(2).map(|w| (w[0], w[1])).collect(),
        };
        let nodes: Vec<NodeId> = pairs.into_iter().map(|(a, b)| self.dag.compare(c, a, b)).collect();
        self.dag.all(&nodes)
    }

    fn lookup(&self, name: &str, span: TextSpan) -> Lowered {
        let found = self.scope.iter().rev().find(|(n, _)| *n == name);
        found
            .map(|&(_, node)| node)
            .ok_or_else(|| Diagnostic::new(span, format!("unbound name `{name}`")))
    }

    fn bind(&mut self, sequential: bool, bindings: &'e [(String, Expr)], body: &'e Expr) -> Lowered {
        let depth = self.scope.len();
        self.assign(sequential, bindings.iter().map(|(name, value)| (name.as_str(), value)))?;
        let result = self.expr(body);
        self.scope.truncate(depth);
        result
    }

    fn unroll(
        &mut self,
        span: TextSpan,
        sequential: bool,
        condition: &'e Expr,
        bindings: &'e [(String, Expr, Expr)],
        body: &'e Expr,
    ) -> Lowered {
        let depth = self.scope.len();
        self.assign(sequential, bindings.iter().map(|(name, init, _)| (name.as_str(), init)))?;
        for _ in 0..=MAX_ITERATIONS {
            let test = self.expr(condition)?;
            match self.exact(test) {
                ExactValue::Value(v) if v.cmp0().is_eq() => {
                    let result = self.expr(body);
                    self.scope.truncate(depth);
                    return result;
                }
                ExactValue::Value(_) => self.update(depth, sequential, bindings)?,
                _ => return Err(unbounded(span)),
            }
            if self.dag.len() > self.limit {
                break;
            }
        }
        Err(Diagnostic::new(
            span,
            format!(
                "this loop runs more than {MAX_ITERATIONS} times, or unrolls to more than {MAX_OPERATIONS} operations \
                 ({MAX_NODES} with all mutants)"
            ),
        )
        .hint("give it a smaller bound"))
    }

    fn update(
        &mut self,
        depth: usize,
        sequential: bool,
        bindings: &'e [(String, Expr, Expr)],
    ) -> Result<(), Diagnostic> {
        let before = self.scope.len();
        self.assign(
            sequential,
            bindings.iter().map(|(name, _, update)| (name.as_str(), update)),
        )?;
        // The new values replace the old ones.
        self.scope.drain(depth..before);
        Ok(())
    }

    /// Pushes values under names; a sequential one sees those before it.
    fn assign(&mut self, sequential: bool, list: impl Iterator<Item = (&'e str, &'e Expr)>) -> Result<(), Diagnostic> {
        let mut waiting = Vec::new();
        for (name, value) in list {
            let node = self.expr(value)?;
            if sequential {
                self.scope.push((name, node));
            } else {
                waiting.push((name, node));
            }
        }
        self.scope.extend(waiting);
        Ok(())
    }

    /// The exact value of a node without inputs.
    fn exact(&mut self, id: NodeId) -> ExactValue {
        // Operands first; an explicit stack, since a counter may be thousands of additions deep.
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            let missing: Vec<NodeId> = self
                .dag
                .node(top)
                .operands()
                .filter(|o| !self.closed.contains_key(o))
                .collect();
            if missing.is_empty() {
                let value = self.exact_step(top);
                self.closed.insert(top, value);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        self.closed[&id].clone()
    }

    fn exact_step(&self, id: NodeId) -> ExactValue {
        match self.dag.node(id) {
            Node::Variable(_) => ExactValue::Unknown,
            Node::Literal(l) => ExactValue::Value(self.dag.literal_value(l).clone()),
            Node::Constant(c) => ExactArithmetic.constant(c),
            Node::Bool(b) => ExactArithmetic.boolean(b),
            node => apply(&ExactArithmetic, node, |id| &self.closed[&id]).unwrap_or(ExactValue::Unknown),
        }
    }
}

fn refusal(span: TextSpan, name: &str) -> Diagnostic {
    Diagnostic::new(span, format!("`{name}` is read but cannot be evaluated"))
        .hint("specifications are real-valued formulas of scalars: no tensors, `for` loops, calls, infinities or NaN")
}

fn unbounded(span: TextSpan) -> Diagnostic {
    Diagnostic::new(
        span,
        "the condition of this loop depends on the inputs or on irrational numbers, so it cannot be unrolled",
    )
    .hint("a loop must run a number of times that is known beforehand, e.g. `(while (< i 5) ([i 0 (+ i 1)] …) …)`")
}
