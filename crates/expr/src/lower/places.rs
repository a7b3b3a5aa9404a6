//! A body in the DAG with the node of each of its places, so that an edited copy costs only what is new in it.

use super::{Lowered, Lowering};
use crate::ast::{Core, Expr, ExprKind};
use crate::dag::{Dag, NodeId};
use crate::diagnostic::Diagnostics;
use crate::edit::{ExprEdit, around_loops};

/// The nodes of a body, place by place.
#[derive(Debug)]
pub struct LoweredPlaces<'c> {
    core: &'c Core,
    /// The node of each place in preorder; none inside loops, where a place has one per iteration.
    nodes: Vec<Option<NodeId>>,
    /// How many places lie in each place, itself included.
    sizes: Vec<usize>,
}

/// An edit below a place: the rest of its path, and what stands there.
type Pending<'e> = (&'e [usize], &'e Expr);

impl<'c> LoweredPlaces<'c> {
    /// Adds the body of a core to the DAG.
    pub fn new(dag: &mut Dag, core: &'c Core) -> Result<(LoweredPlaces<'c>, NodeId), Diagnostics> {
        let sizes = core.body.sizes();
        let nodes = vec![None; sizes.len()];
        let mut places = LoweredPlaces { core, nodes, sizes };
        let root = places.edited(dag, &[])?;
        Ok((places, root))
    }

    /// Adds a copy of the body with these edits.
    pub fn edited(&mut self, dag: &mut Dag, edits: &[ExprEdit]) -> Result<NodeId, Diagnostics> {
        let core = self.core;
        let edits = around_loops(&core.body, edits);
        let pending: Vec<Pending> = edits.iter().map(|e| (e.place.path.as_slice(), &e.new)).collect();
        let names: Vec<&str> = core.arguments.iter().map(|a| a.name.as_str()).collect();
        let mut walk = PlacesWalk {
            places: self,
            lowering: Lowering::new(dag, &names),
        };
        let root = walk.expr(&core.body, 0, &pending, false);
        root.map_err(Diagnostics::from)
    }

    /// The node of each place of the body in preorder; none inside loops.
    pub fn nodes(&self) -> impl Iterator<Item = Option<NodeId>> + '_ {
        self.nodes.iter().copied()
    }

    /// The numbers of the places directly below.
    fn below(&self, e: &Expr, number: usize) -> Vec<usize> {
        let mut next = number + 1;
        let mut numbers = Vec::new();
        for _ in e.children() {
            numbers.push(next);
            next += self.sizes[next];
        }
        numbers
    }
}

struct PlacesWalk<'p, 'd, 'c, 'e> {
    places: &'p mut LoweredPlaces<'c>,
    lowering: Lowering<'d, 'e>,
}

impl<'e> PlacesWalk<'_, '_, '_, 'e> {
    /// Lowers the expression at a place. `fresh`: a name that it sees means something else than in the body.
    fn expr(&mut self, e: &'e Expr, number: usize, edits: &[Pending<'e>], fresh: bool) -> Lowered {
        if let [(path, new)] = edits
            && path.is_empty()
        {
            return self.lowering.expr(new);
        }
        let known = edits.is_empty() && !fresh;
        if known && let Some(node) = self.places.nodes[number] {
            return Ok(node);
        }
        let node = match &e.kind {
            ExprKind::While { .. } => self.lowering.expr(e)?,
            _ if fresh && edits.is_empty() => self.lowering.expr(e)?,
            ExprKind::Let {
                sequential,
                bindings,
                body,
            } => self.bind((e, number), (*sequential, bindings, body), edits, fresh)?,
            _ => {
                let below = e.children().into_iter().zip(self.places.below(e, number));
                let operands = below
                    .enumerate()
                    .map(|(i, (child, number))| self.expr(child, number, &within(edits, i), fresh));
                let operands: Vec<NodeId> = operands.collect::<Result<_, _>>()?;
                self.lowering.operation(e, &operands)?
            }
        };
        if known {
            self.places.nodes[number] = Some(node);
        }
        Ok(node)
    }

    /// A `let`: as soon as one value is another node, what sees its name is fresh.
    fn bind(
        &mut self,
        (e, number): (&'e Expr, usize),
        (sequential, bindings, body): (bool, &'e [(String, Expr)], &'e Expr),
        edits: &[Pending<'e>],
        fresh: bool,
    ) -> Lowered {
        let depth = self.lowering.scope.len();
        let numbers = self.places.below(e, number);
        let (mut waiting, mut changed) = (Vec::new(), fresh);
        for (i, (name, value)) in bindings.iter().enumerate() {
            let seen = if sequential { changed } else { fresh };
            let node = self.expr(value, numbers[i], &within(edits, i), seen)?;
            changed |= self.places.nodes[numbers[i]] != Some(node);
            waiting.push((name.as_str(), node));
            if sequential {
                self.lowering.scope.append(&mut waiting);
            }
        }
        self.lowering.scope.append(&mut waiting);
        let last = bindings.len();
        let node = self.expr(body, numbers[last], &within(edits, last), changed)?;
        self.lowering.scope.truncate(depth);
        Ok(node)
    }
}

/// The edits in child number `child`, as seen from there.
fn within<'e>(edits: &[Pending<'e>], child: usize) -> Vec<Pending<'e>> {
    let below = edits.iter().filter(|(path, _)| path.first() == Some(&child));
    below.map(|(path, new)| (&path[1..], *new)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::ExprPlace;
    use crate::fpcore::{Printed, print, print_expr, read};
    use crate::lower::lower;

    /// Every place with its path, in preorder.
    fn places(e: &Expr) -> Vec<ExprPlace> {
        let mut all: Vec<ExprPlace> = Vec::new();
        let mut open = vec![Vec::new()];
        while let Some(path) = open.pop() {
            let below = e.at(&path).map_or(0, |e| e.children().len());
            open.extend((0..below).rev().map(|i| [&path[..], &[i]].concat()));
            all.push(ExprPlace {
                number: all.len(),
                path,
            });
        }
        all
    }

    /// Every edit and pair of edits gives the same node and text as the edited tree does.
    fn check(body: &str) {
        let core = read(&format!("(FPCore (x y) {body})")).unwrap().remove(0);
        let new = read("(FPCore (x y) (exp y))").unwrap().remove(0).body;
        let edit = |place: &ExprPlace| ExprEdit {
            place: place.clone(),
            new: new.clone(),
        };
        let all = places(&core.body);
        let printed = Printed::new(&core);
        let mut dag = Dag::new();
        let (mut lowered, _) = LoweredPlaces::new(&mut dag, &core).unwrap();
        for (i, first) in all.iter().enumerate() {
            let later = all[i + 1..]
                .iter()
                .filter(|second| !second.path.starts_with(&first.path));
            for edits in later
                .map(|second| vec![edit(first), edit(second)])
                .chain([vec![edit(first)]])
            {
                let mut changed = core.clone();
                changed.body = core.body.edited(&edits);
                let shown = print_expr(&changed.body);
                assert_eq!(printed.edited(&edits), print(&changed));
                let expected = lower(&mut dag, &core, &changed.body).ok();
                assert_eq!(lowered.edited(&mut dag, &edits).ok(), expected, "{body}: {shown}");
            }
        }
    }

    #[test]
    fn an_edited_body_is_the_body_of_the_edited_tree() {
        check("(+ (* x y) (sqrt (- x 1)))");
        check("(let ((t (+ x 1)) (u (* x y))) (let ((x t)) (+ (* t u) x)))");
        check("(let* ((x (+ x 1)) (y (* x y))) (if (< x y) (! :round toZero x) (fma x y 2)))");
        check("(* y (while* (< i 3) ((i 0 (+ i 1)) (t x (* t y))) (+ t (while (< i 2) ((i 0 (+ i 1))) i))))");
    }
}
