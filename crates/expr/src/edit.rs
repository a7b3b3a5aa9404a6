//! Edits of an expression: something else at a few of its places.
//!
//! Thousands of mutants differ from one body in one place each. As edits they take the room of what they change,
//! and they are printed and lowered at the cost of what they change.

use crate::ast::{Expr, ExprKind};

/// A node of an expression: its number in preorder, and the numbers of the children that lead to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExprPlace {
    /// From 0, which is the whole expression.
    pub number: usize,
    /// Child by child, in the order of [`Expr::children`].
    pub path: Vec<usize>,
}

/// Another expression at a place. The edits of a list stand in the order of their places, none inside another.
#[derive(Clone, Debug, PartialEq)]
pub struct ExprEdit {
    /// Where.
    pub place: ExprPlace,
    /// What stands there now.
    pub new: Expr,
}

impl ExprEdit {
    /// Something else altogether.
    pub fn whole(new: Expr) -> ExprEdit {
        ExprEdit {
            place: ExprPlace::default(),
            new,
        }
    }
}

impl Expr {
    /// A copy with these edits. What has no place here changes nothing.
    ///
    /// ```
    /// use expr::ast::{Expr, ExprKind};
    /// use expr::edit::{ExprEdit, ExprPlace};
    ///
    /// let body = expr::fpcore::read("(FPCore (x) (+ x (sqrt x)))")?.remove(0).body;
    /// // Place 2 in preorder is the root, child 1 of the sum.
    /// let place = ExprPlace { number: 2, path: vec![1] };
    /// let new = Expr::synthetic(ExprKind::Variable("x".into()));
    /// assert_eq!(expr::fpcore::print_expr(&body.edited(&[ExprEdit { place, new }])), "(+ x x)");
    /// # Ok::<(), expr::diagnostic::Diagnostics>(())
    /// ```
    pub fn edited(&self, edits: &[ExprEdit]) -> Expr {
        let mut copy = self.clone();
        for edit in edits {
            if let Some(place) = copy.at_mut(&edit.place.path) {
                *place = edit.new.clone();
            }
        }
        copy
    }

    fn at_mut(&mut self, path: &[usize]) -> Option<&mut Expr> {
        path.iter().try_fold(self, |e, &i| e.children_mut().into_iter().nth(i))
    }

    /// How many places the sub-expressions have, place by place in preorder.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        let mut sizes = Vec::new();
        self.count(&mut sizes);
        sizes
    }

    fn count(&self, sizes: &mut Vec<usize>) {
        let number = sizes.len();
        sizes.push(0);
        self.children().into_iter().for_each(|child| child.count(sizes));
        sizes[number] = sizes.len() - number;
    }
}

/// The same edits with each that lies inside a loop made an edit of the whole outermost loop, since a part of a loop
/// has one meaning per iteration.
pub(crate) fn around_loops(body: &Expr, edits: &[ExprEdit]) -> Vec<ExprEdit> {
    let mut lifted: Vec<ExprEdit> = Vec::new();
    for edit in edits {
        match outermost_loop(body, &edit.place) {
            Some((place, inner)) if lifted.last().is_some_and(|last| last.place == place) => {
                let last = lifted.last_mut().expect("invariant: just looked at");
                last.new = last.new.edited(&[inside(inner, edit)]);
            }
            Some((place, inner)) => {
                let whole = body.at(&place.path).unwrap_or(body);
                let new = whole.edited(&[inside(inner, edit)]);
                lifted.push(ExprEdit { place, new });
            }
            None => lifted.push(edit.clone()),
        }
    }
    lifted
}

/// The edit as seen from a place on the way to it, from which `inner` leads there.
fn inside(inner: &[usize], edit: &ExprEdit) -> ExprEdit {
    ExprEdit {
        place: ExprPlace {
            number: 0,
            path: inner.to_vec(),
        },
        new: edit.new.clone(),
    }
}

/// The outermost loop around a place, and the rest of the path from there.
fn outermost_loop<'p>(body: &Expr, place: &'p ExprPlace) -> Option<(ExprPlace, &'p [usize])> {
    let mut at = body;
    for (depth, &child) in place.path.iter().enumerate() {
        if matches!(at.kind, ExprKind::While { .. }) {
            let (outside, inside) = place.path.split_at(depth);
            return Some((numbered(body, outside), inside));
        }
        at = at.children().into_iter().nth(child)?;
    }
    None
}

/// The place at the end of a path.
fn numbered(body: &Expr, path: &[usize]) -> ExprPlace {
    let (mut at, mut number) = (body, 0);
    for &child in path {
        let children = at.children();
        let passed = children.iter().take(child).map(|c| c.sizes().len());
        number += 1 + passed.sum::<usize>();
        at = children.get(child).copied().unwrap_or(at);
    }
    ExprPlace {
        number,
        path: path.to_vec(),
    }
}
