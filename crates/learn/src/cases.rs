//! The ways in which a postcondition can fail: the disjunctive normal form of its negation.

use expr::ast::ComparisonOperator;
use expr::dag::{Dag, Node, NodeId};
use interval::Unary;

/// Truth values that must all hold.
pub(crate) type Conjunction = Vec<NodeId>;

/// A formula that would fall into more cases than this stays in one piece. Cases grow exponentially with the
/// conditions of a contract; in one piece it is still judged rightly, only predicted worse.
const MOST: usize = 4096;

/// The cases of ¬post.
pub(crate) fn failures(dag: &mut Dag, post: NodeId) -> Vec<Conjunction> {
    expand(dag, post, false)
}

/// The conjunctions of a truth value that is to be as `wanted`.
fn expand(dag: &mut Dag, node: NodeId, wanted: bool) -> Vec<Conjunction> {
    match (dag.node(node), wanted) {
        (Node::Bool(b), _) if b == wanted => vec![vec![]],
        (Node::Bool(_), _) => vec![],
        (Node::Not(a), _) => expand(dag, a, !wanted),
        (Node::And(a, b), true) | (Node::Or(a, b), false) => {
            let (a, b) = (expand(dag, a, wanted), expand(dag, b, wanted));
            both(&a, &b).unwrap_or_else(|| whole(dag, node, wanted))
        }
        (Node::Or(a, b), true) | (Node::And(a, b), false) => {
            let (a, b) = (expand(dag, a, wanted), expand(dag, b, wanted));
            either(a, b).unwrap_or_else(|| whole(dag, node, wanted))
        }
        (Node::If(c, a, b), _) => {
            let (then, other) = (expand(dag, c, true), expand(dag, c, false));
            let (a, b) = (expand(dag, a, wanted), expand(dag, b, wanted));
            let sides = both(&then, &a).zip(both(&other, &b));
            let joined = sides.and_then(|(a, b)| either(a, b));
            joined.unwrap_or_else(|| whole(dag, node, wanted))
        }
        (Node::Compare(c, a, b), _) => compare(dag, if wanted { c } else { c.negated() }, a, b),
        _ => whole(dag, node, wanted),
    }
}

fn whole(dag: &mut Dag, node: NodeId, wanted: bool) -> Vec<Conjunction> {
    vec![vec![if wanted { node } else { dag.negation(node) }]]
}

fn both(a: &[Conjunction], b: &[Conjunction]) -> Option<Vec<Conjunction>> {
    let joined = |x: &Conjunction| b.iter().map(|y| [x.as_slice(), y].concat()).collect::<Vec<_>>();
    (a.len().saturating_mul(b.len()) <= MOST).then(|| a.iter().flat_map(joined).collect())
}

fn either(mut a: Vec<Conjunction>, b: Vec<Conjunction>) -> Option<Vec<Conjunction>> {
    a.extend(b);
    (a.len() <= MOST).then_some(a)
}

/// A comparison, in one case for each sign where it is one of a magnitude or an inequality.
fn compare(dag: &mut Dag, c: ComparisonOperator, a: NodeId, b: NodeId) -> Vec<Conjunction> {
    match c {
        ComparisonOperator::NotEqual => vec![
            vec![dag.compare(ComparisonOperator::Less, a, b)],
            vec![dag.compare(ComparisonOperator::Less, b, a)],
        ],
        ComparisonOperator::Greater => compare(dag, ComparisonOperator::Less, b, a),
        ComparisonOperator::GreaterEqual => compare(dag, ComparisonOperator::LessEqual, b, a),
        ComparisonOperator::Equal => vec![vec![dag.compare(c, a, b)]],
        // a < |z| where a < z or a < −z.
        ComparisonOperator::Less | ComparisonOperator::LessEqual => match dag.node(b) {
            Node::Unary(Unary::Fabs, z) => {
                let negative = dag.unary(Unary::Neg, z);
                [z, negative].map(|side| vec![dag.compare(c, a, side)]).to_vec()
            }
            _ => vec![vec![dag.compare(c, a, b)]],
        },
    }
}

/// A number that is positive iff a truth value holds: how far it is from failing.
///
/// a < b gives b − a, a = b gives −|a − b| and a ≠ b gives |a − b|; whatever has no measure gives 1 or −1.
/// (At an equality the sign is lost: it is 0 where it holds. Margins only guide.)
pub(crate) fn margin(dag: &mut Dag, truth: NodeId) -> NodeId {
    match dag.node(truth) {
        Node::Compare(ComparisonOperator::Less | ComparisonOperator::LessEqual, a, b) => dag.difference(b, a),
        Node::Compare(c @ (ComparisonOperator::Equal | ComparisonOperator::NotEqual), a, b) => {
            let difference = dag.difference(a, b);
            let size = dag.unary(Unary::Fabs, difference);
            if c == ComparisonOperator::Equal {
                dag.unary(Unary::Neg, size)
            } else {
                size
            }
        }
        _ => {
            let (yes, no) = (dag.literal(1), dag.literal(-1));
            dag.select(truth, yes, no)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 ≤ x < 1 ⇒ |y − x| ≤ 1/8.
    fn piece(dag: &mut Dag) -> NodeId {
        let (x, y) = (dag.variable(0), dag.variable(1));
        let (zero, one) = (dag.literal(0), dag.literal(1));
        let tolerance = dag.literal(rug::Rational::from((1, 8)));
        let inside = [
            dag.compare(ComparisonOperator::LessEqual, zero, x),
            dag.compare(ComparisonOperator::Less, x, one),
        ];
        let outside = dag.all(&inside);
        let outside = dag.negation(outside);
        let off = dag.difference(y, x);
        let off = dag.unary(Unary::Fabs, off);
        let close = dag.compare(ComparisonOperator::LessEqual, off, tolerance);
        dag.any(&[outside, close])
    }

    #[test]
    fn an_implication_fails_in_one_case_per_sign() {
        let mut dag = Dag::new();
        let post = piece(&mut dag);
        let cases = failures(&mut dag, post);
        assert_eq!(cases.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
    }

    #[test]
    fn a_conditional_fails_in_both_of_its_branches() {
        let mut dag = Dag::new();
        let (x, y) = (dag.variable(0), dag.variable(1));
        let zero = dag.literal(0);
        let positive = dag.compare(ComparisonOperator::Less, zero, x);
        let (up, down) = (
            dag.compare(ComparisonOperator::Less, x, y),
            dag.compare(ComparisonOperator::Equal, x, y),
        );
        let post = dag.select(positive, up, down);
        // x > 0 ∧ y ≤ x; x ≤ 0 ∧ x < y; x ≤ 0 ∧ y < x.
        assert_eq!(failures(&mut dag, post).len(), 3);
    }

    #[test]
    fn too_many_cases_stay_one() {
        let mut dag = Dag::new();
        let zero = dag.literal(0);
        let pairs: Vec<NodeId> = (0..40)
            .map(|n| {
                let (a, b) = (dag.variable(2 * n), dag.variable(2 * n + 1));
                let (a, b) = (
                    dag.compare(ComparisonOperator::Less, a, zero),
                    dag.compare(ComparisonOperator::Less, b, zero),
                );
                dag.all(&[a, b])
            })
            .collect();
        let post = dag.any(&pairs);
        let cases = failures(&mut dag, post);
        assert!(!cases.is_empty() && cases.len() <= MOST);
    }

    #[test]
    fn constants_fail_always_or_never() {
        let mut dag = Dag::new();
        let (yes, no) = (dag.boolean(true), dag.boolean(false));
        assert_eq!(failures(&mut dag, yes), Vec::<Conjunction>::new());
        assert_eq!(failures(&mut dag, no), vec![vec![]]);
    }
}
