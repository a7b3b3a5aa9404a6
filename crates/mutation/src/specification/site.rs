//! The places of a body at which a fault can be put, and the making of a mutant from a fault at a place.
//!
//! Places are the nodes of the *syntax tree*, numbered from 0 in preorder. What a `let` binds is one place:
//! a fault in a definition is seen by all its uses. Conditions, the parts of a loop and annotated expressions
//! are visited too; what is unsupported is not looked into.

use crate::mutant::{Mutant, MutantChange};
use crate::operator::MutationOperator;
use expr::ast::{Expr, ExprKind};
use expr::edit::{ExprEdit, ExprPlace};
use expr::spec::Specification;
use std::rc::Rc;

use super::words::{short, short_edited};

/// A node of a body, with what must be known about where it stands.
pub(crate) struct NodeSite<'a> {
    /// Where it is.
    pub place: ExprPlace,
    /// Number of the node above; its own at the root.
    above: usize,
    /// The node.
    pub expr: &'a Expr,
    /// Whether it is the condition of a loop, or a part of one down to its comparisons.
    pub steers_loop: bool,
    /// Names bound around it, which hide arguments of the same name.
    bound: BoundNamesHere<'a>,
}

/// Bound names, shared by all places that see them.
type BoundNamesHere<'a> = Rc<Vec<&'a str>>;

/// A fault at one place.
pub(crate) struct SiteFault {
    /// What it is, for the identifier.
    pub what: String,
    /// What it is, for people.
    pub action: String,
    /// What stands there now.
    pub new: Expr,
}

impl SiteFault {
    /// A fault that puts an expression of this kind in the place.
    pub fn new(what: impl Into<String>, action: impl Into<String>, new: ExprKind) -> SiteFault {
        SiteFault {
            what: what.into(),
            action: action.into(),
            new: Expr::synthetic(new),
        }
    }
}

impl<'a> NodeSite<'a> {
    /// Whether a variable of this name would mean the argument here.
    pub fn sees(&self, name: &str) -> bool {
        !self.bound.contains(&name)
    }

    /// The name of the argument that stands here, if one does.
    pub fn argument(&self, spec: &Specification) -> Option<&'a str> {
        match &self.expr.kind {
            ExprKind::Variable(name) if self.sees(name) && spec.inputs.iter().any(|i| i.name == *name) => Some(name),
            _ => None,
        }
    }

    /// The nodes directly below, with the names that each of them sees. They have no numbers yet.
    fn below(&self) -> Vec<NodeSite<'a>> {
        let children = self.expr.children().into_iter().zip(self.names_below());
        children
            .enumerate()
            .map(|(i, (expr, bound))| NodeSite {
                place: ExprPlace {
                    number: 0,
                    path: [&self.place.path[..], &[i]].concat(),
                },
                above: self.place.number,
                expr,
                steers_loop: self.steers_loop_below(i),
                bound,
            })
            .collect()
    }

    /// Whether child number `child` steers a loop. What a comparison compares is no condition any more.
    fn steers_loop_below(&self, child: usize) -> bool {
        match &self.expr.kind {
            ExprKind::While { .. } => child == 0,
            ExprKind::Compare(..) => false,
            _ => self.steers_loop,
        }
    }

    /// The bound names that each child sees, in the order of [`Expr::children`].
    fn names_below(&self) -> Vec<BoundNamesHere<'a>> {
        match &self.expr.kind {
            ExprKind::Let {
                sequential, bindings, ..
            } => {
                let names: Vec<&'a str> = bindings.iter().map(|(name, _)| name.as_str()).collect();
                let values = (0..names.len()).map(|i| self.seen_by_value(*sequential, &names, i));
                values.chain([self.with(&names)]).collect()
            }
            ExprKind::While {
                sequential, bindings, ..
            } => {
                let names: Vec<&'a str> = bindings.iter().map(|(name, ..)| name.as_str()).collect();
                let all = self.with(&names);
                let parts = (0..names.len()).flat_map(|i| [self.seen_by_value(*sequential, &names, i), all.clone()]);
                [all.clone()].into_iter().chain(parts).chain([all.clone()]).collect()
            }
            _ => self.expr.children().iter().map(|_| self.bound.clone()).collect(),
        }
    }

    /// What the value of binding number `i` sees: the bindings before it, if they are sequential.
    fn seen_by_value(&self, sequential: bool, names: &[&'a str], i: usize) -> BoundNamesHere<'a> {
        self.with(if sequential { &names[..i] } else { &[] })
    }

    fn with(&self, names: &[&'a str]) -> BoundNamesHere<'a> {
        if names.is_empty() {
            return self.bound.clone();
        }
        Rc::new([&self.bound[..], names].concat())
    }
}

/// All places of a body, in preorder.
pub(crate) fn sites(body: &Expr) -> Vec<NodeSite<'_>> {
    let mut done = Vec::new();
    let mut open = vec![NodeSite {
        place: ExprPlace::default(),
        above: 0,
        expr: body,
        steers_loop: false,
        bound: BoundNamesHere::default(),
    }];
    while let Some(mut site) = open.pop() {
        site.place.number = done.len();
        open.extend(site.below().into_iter().rev());
        done.push(site);
    }
    done
}

/// The mutants with one of the `faults` of a place, for each place of the body. What changes nothing is left out.
pub(crate) fn at_each_site(
    spec: &Specification,
    operator: MutationOperator,
    faults: impl Fn(&NodeSite) -> Vec<SiteFault>,
) -> Vec<Mutant> {
    let mut made = Vec::new();
    let sites = sites(&spec.core.body);
    for site in &sites {
        let faults = faults(site).into_iter().filter(|fault| fault.new != *site.expr);
        made.extend(faults.map(|fault| mutant(operator, site, &sites[site.above], fault)));
    }
    made
}

fn mutant(operator: MutationOperator, site: &NodeSite, above: &NodeSite, fault: SiteFault) -> Mutant {
    let shown = if is_operand(site, above) { above } else { site };
    let after = short_edited(shown.expr, site.place.number - shown.place.number, &fault.new);
    Mutant {
        id: format!("{}:{}:{}", operator.name(), site.place.number, fault.what),
        operator,
        description: format!("{}: `{}` → `{after}`", fault.action, short(shown.expr)),
        change: MutantChange::Body(vec![ExprEdit {
            place: site.place.clone(),
            new: fault.new,
        }]),
    }
}

/// Whether a leaf is the operand of an operation, within which a change of it is shown.
fn is_operand(site: &NodeSite, above: &NodeSite) -> bool {
    site.expr.children().is_empty()
        && matches!(
            above.expr.kind,
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Fma(..) | ExprKind::Compare(..)
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants;
    use crate::testing::{check_laws, formula};
    use expr::fpcore::print_expr;

    #[test]
    fn places_are_numbered_in_preorder() {
        let spec = formula("(let ((t (+ x 1))) (if (< t y) t 2))");
        let places: Vec<(usize, String)> = sites(&spec.core.body)
            .iter()
            .skip(1)
            .map(|site| (site.place.number, print_expr(site.expr)))
            .collect();
        let texts = ["(+ x 1)", "x", "1", "(if (< t y) t 2)", "(< t y)", "t", "y", "t", "2"];
        let expected: Vec<(usize, String)> = (1..).zip(texts.map(String::from)).collect();
        assert_eq!(places, expected);
    }

    #[test]
    fn paths_lead_to_their_places() {
        let spec = formula("(while* (< i x) ((i 0 (+ i 1)) (t (fma x y z) (! :round toZero t))) (cast t))");
        let body = &spec.core.body;
        assert!(
            sites(body)
                .iter()
                .all(|site| body.at(&site.place.path) == Some(site.expr))
        );
        check_laws(&spec);
    }

    #[test]
    fn descriptions_show_a_leaf_in_its_operation() {
        let described = |body: &str, id: &str| {
            let mutants = mutants(&formula(body));
            mutants.into_iter().find(|m| m.id == id).unwrap().description
        };
        assert_eq!(
            described("(* x y)", "binary:0:mul-to-add"),
            "`*` becomes `+`: `(* x y)` → `(+ x y)`"
        );
        assert_eq!(
            described("(* x y)", "variable:1:x,y"),
            "`x` becomes `y`: `(* x y)` → `(* y y)`"
        );
        assert_eq!(described("x", "variable:0:x,y"), "`x` becomes `y`: `x` → `y`");
    }

    #[test]
    fn a_deep_body_is_no_trouble() {
        let depth = 1400;
        let spec = formula(&format!("{}x{}", "(sqrt ".repeat(depth), ")".repeat(depth)));
        assert_eq!(sites(&spec.core.body).len(), depth + 1);
        let cores = MutationOperator::Accuracy
            .mutants(&spec)
            .into_iter()
            .map(|m| m.core(&spec));
        assert!(cores.into_iter().all(|core| core.body != spec.core.body));
    }
}
