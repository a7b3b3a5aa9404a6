//! Judging a formula on a box.
//!
//! Every way of judging works on a [`Sight`]: enclosures of all slots, from doubles or from MPFR numbers.
//! What follows from them is one piece of code, so that no precision has rules of its own.

use crate::close::Close;
use crate::formula::{Apart, EnclosedMargin, Formula, Truth};
use crate::mean::Gradients;
use crate::pair::{Difference, PairTape};
use expr::dag::{Dag, NodeId};
use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use interval::directed::{add_down, add_up};
use interval::{Definedness, Enclosure, FloatEnclosure, Interval};
use std::ops::{Add, Mul, Sub};

/// A formula made ready for many boxes.
pub struct BoxProgram {
    pub(crate) tape: Tape,
    formula: Formula,
    pairs: Vec<(Apart, PairTape)>,
}

impl BoxProgram {
    /// Compiles a formula.
    pub fn new(dag: &Dag, formula: &Formula) -> BoxProgram {
        let tape = Tape::new(dag, &formula.nodes());
        let compile = |a: Apart| (a, PairTape::new(dag, &tape, a.f, a.g));
        BoxProgram {
            pairs: formula.pairs().into_iter().map(compile).collect(),
            formula: formula.clone(),
            tape,
        }
    }

    /// The formula.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The pairs that are to be apart.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = &Apart> {
        self.pairs.iter().map(|(apart, _)| apart)
    }

    fn number(&self, apart: &Apart) -> Option<usize> {
        self.pairs.iter().position(|(a, _)| a == apart)
    }

    fn ends(&self, apart: &Apart, values: &[FloatEnclosure]) -> (FloatEnclosure, FloatEnclosure) {
        (values[self.slot(apart.f)], values[self.slot(apart.g)])
    }

    pub(crate) fn slot(&self, id: NodeId) -> usize {
        self.tape
            .slot(id)
            .expect("invariant: the tape computes every node of the formula")
    }
}

/// What one thread judges boxes with.
pub struct Engine<'p> {
    program: &'p BoxProgram,
    evaluator: Evaluator<'p, EnclosureArithmetic>,
    close: Close<'p>,
    judge: SightJudge<'p>,
}

/// A judgement, and how near the formula came to holding: the greatest gap of a pair, in margins.
pub struct SolverJudgement {
    /// What is proved.
    pub truth: Truth,
    /// |f − g|/(m(f) + m(g)) at most, or 0 where there is no pair.
    pub gap: f64,
}

/// Enclosures of all slots on a box.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'v> {
    pub values: &'v [FloatEnclosure],
    /// g − f of each pair, where it is known better than from the values; may be empty.
    pub deltas: &'v [Interval],
}

impl<'p> Engine<'p> {
    /// An engine for a program.
    pub fn new(program: &'p BoxProgram) -> Engine<'p> {
        Engine {
            evaluator: Evaluator::new(&program.tape, EnclosureArithmetic),
            close: Close::new(program),
            judge: SightJudge {
                program,
                scratch: Vec::new(),
                gradients: Gradients::default(),
            },
            program,
        }
    }

    /// Natural and paired evaluation.
    pub fn judge(&mut self, sides: &[Interval]) -> SolverJudgement {
        let values = self.evaluator.run(&enclosures(sides));
        self.judge.natural(Sight { values, deltas: &[] })
    }

    /// The same with mean-value forms of the pairs, where everything is defined on the whole box.
    ///
    /// ```
    /// use expr::dag::Dag;
    /// use interval::Interval;
    /// use solver::{Apart, BoxProgram, EnclosedMargin, Engine, Formula, Truth};
    ///
    /// // x·(1 − x) and x − x² are one function, but no enclosure of either knows of the other.
    /// let mut dag = Dag::new();
    /// let (x, one) = (dag.variable(0), dag.literal(1));
    /// let (rest, square) = (dag.difference(one, x), dag.power(x, 2));
    /// let (f, g) = (dag.product(x, rest), dag.difference(x, square));
    /// let margin = EnclosedMargin { relative: Interval::ZERO, absolute: Interval::point(0.1) };
    /// let program = BoxProgram::new(&dag, &Formula::Apart(Apart { f, g, margin }));
    /// let sides = [Interval::hull_of(0.4, 0.6)];
    /// // Their slopes tell that they never differ by more than two margins of 0.1.
    /// assert_eq!(Engine::new(&program).judge(&sides).truth, Truth::Open);
    /// assert_eq!(Engine::new(&program).judge_by_mean(&sides), Truth::Never);
    /// ```
    pub fn judge_by_mean(&mut self, sides: &[Interval]) -> Truth {
        if self.program.pairs.is_empty() {
            return Truth::Open;
        }
        let middle = middle(sides);
        let values = self.evaluator.run(&enclosures(&middle));
        let centre = self.judge.centre(Sight { values, deltas: &[] });
        let values = self.evaluator.run(&enclosures(sides));
        self.judge
            .by_mean(sides, &middle, &centre, Sight { values, deltas: &[] })
    }

    /// As [`Engine::judge`], from MPFR enclosures of this many bits.
    pub fn judge_closely(&mut self, sides: &[Interval], bits: u32) -> SolverJudgement {
        self.judge.natural(self.close.look(sides, bits))
    }

    /// As [`Engine::judge`] and [`Engine::judge_by_mean`] together, from MPFR enclosures of this many bits.
    pub fn judge_box_closely(&mut self, sides: &[Interval], bits: u32) -> Truth {
        let middle = middle(sides);
        let centre = self.judge.centre(self.close.look(&middle, bits));
        let sight = self.close.look(sides, bits);
        match self.judge.natural(sight).truth {
            Truth::Open => self.judge.by_mean(sides, &middle, &centre, sight),
            decided => decided,
        }
    }
}

fn middle(sides: &[Interval]) -> Vec<Interval> {
    sides.iter().map(|s| Interval::point(s.mid())).collect()
}

/// Values of a pair at the centre of a box.
struct AtCentre {
    f: Interval,
    g: Interval,
    delta: Interval,
}

/// What follows from a sight.
struct SightJudge<'p> {
    program: &'p BoxProgram,
    scratch: Vec<Difference>,
    gradients: Gradients,
}

impl SightJudge<'_> {
    fn natural(&mut self, sight: Sight<'_>) -> SolverJudgement {
        let mut gap = 0.0f64;
        let program = self.program;
        let truth = program.formula.truth(&mut |leaf| match leaf {
            Formula::Apart(apart) => {
                let difference = program.number(apart).map(|n| self.difference(n, sight));
                let (f, g) = program.ends(apart, sight.values);
                let (truth, seen) = judge_pair(&apart.margin, &f, &g, difference);
                gap = gap.max(seen);
                truth
            }
            _ => simple(program, sight.values, leaf),
        });
        SolverJudgement { truth, gap }
    }

    /// Δ and r of pair number `n`.
    fn difference(&mut self, n: usize, sight: Sight<'_>) -> Difference {
        let own = self.program.pairs[n].1.evaluate(sight.values, &mut self.scratch);
        let delta = sight.deltas.get(n).map_or(own.delta, |d| own.delta.intersect(d));
        Difference { delta, ..own }
    }

    fn centre(&mut self, sight: Sight<'_>) -> Vec<AtCentre> {
        let program = self.program;
        let at = |n: usize| {
            let (f, g) = program.ends(&program.pairs[n].0, sight.values);
            AtCentre {
                f: f.range,
                g: g.range,
                delta: self.difference(n, sight).delta,
            }
        };
        (0..program.pairs.len()).map(at).collect()
    }

    fn by_mean(&mut self, sides: &[Interval], middle: &[Interval], centre: &[AtCentre], sight: Sight<'_>) -> Truth {
        let program = self.program;
        program.formula.truth(&mut |leaf| match leaf {
            Formula::Apart(apart) => match program.number(apart) {
                Some(n) => self.pair_by_mean(n, sides, middle, &centre[n], sight),
                None => Truth::Open,
            },
            _ => simple(program, sight.values, leaf),
        })
    }

    /// h(x) ∈ h(c) + h'(box)·(x − c), for f, for g and for g − f.
    fn pair_by_mean(
        &mut self,
        n: usize,
        sides: &[Interval],
        middle: &[Interval],
        centre: &AtCentre,
        sight: Sight<'_>,
    ) -> Truth {
        let program = self.program;
        let apart = &program.pairs[n].0;
        let (f, g) = program.ends(apart, sight.values);
        if f.defined != Definedness::Everywhere || g.defined != Definedness::Everywhere {
            return Truth::Open;
        }
        let mut slopes = |id: NodeId| {
            let slot = program.slot(id);
            self.gradients.of(&program.tape, sight.values, slot, sides.len())
        };
        let (df, dg) = (slopes(apart.f), slopes(apart.g));
        let moved = |c: Interval, slopes: &mut dyn Iterator<Item = Interval>| {
            let steps = sides.iter().zip(middle).map(|(s, c)| *s - *c);
            slopes.zip(steps).fold(c, |sum, (slope, step)| sum.add(slope.mul(step)))
        };
        let f = f.range.intersect(&moved(centre.f, &mut df.iter().copied()));
        let g = g.range.intersect(&moved(centre.g, &mut dg.iter().copied()));
        let own = self.difference(n, sight);
        let delta = moved(centre.delta, &mut dg.iter().zip(&df).map(|(g, f)| *g - *f));
        let difference = Difference {
            delta: own.delta.intersect(&delta),
            ratio: own.ratio,
        };
        let (f, g) = (Enclosure::everywhere(f), Enclosure::everywhere(g));
        judge_pair(&apart.margin, &f, &g, Some(difference)).0
    }
}

pub(crate) fn enclosures(sides: &[Interval]) -> Vec<FloatEnclosure> {
    sides.iter().map(|&s| Enclosure::everywhere(s)).collect()
}

/// Leaves that need no pair.
fn simple(program: &BoxProgram, values: &[FloatEnclosure], leaf: &Formula) -> Truth {
    let value = |id: &NodeId| values[program.slot(*id)];
    match leaf {
        Formula::Holds(id) => holds(value(id)),
        Formula::Defined(id) => defined(value(id).defined),
        Formula::Undefined(id) => match defined(value(id).defined) {
            Truth::Always => Truth::Never,
            Truth::Open => Truth::Open,
            Truth::Never => Truth::Always,
        },
        _ => Truth::Open,
    }
}

fn defined(d: Definedness) -> Truth {
    match d {
        Definedness::Everywhere => Truth::Always,
        Definedness::Partly => Truth::Open,
        Definedness::Nowhere => Truth::Never,
    }
}

fn holds(v: FloatEnclosure) -> Truth {
    match v.defined {
        Definedness::Nowhere => Truth::Never,
        _ if v.range.is_zero() => Truth::Never,
        Definedness::Everywhere if !v.range.contains_zero() => Truth::Always,
        _ => Truth::Open,
    }
}

/// Whether two values are apart, and the greatest gap in margins.
fn judge_pair(margin: &EnclosedMargin, f: &FloatEnclosure, g: &FloatEnclosure, d: Option<Difference>) -> (Truth, f64) {
    if f.defined == Definedness::Nowhere || g.defined == Definedness::Nowhere {
        return (Truth::Never, 0.0);
    }
    let (delta, ratio) = d.map_or((g.range.sub(f.range), None), |d| (d.delta, d.ratio));
    if delta.is_empty() || ratio.is_some_and(|r| r.is_empty()) || f.range.is_empty() || g.range.is_empty() {
        // No point at which both are defined.
        return (Truth::Never, 0.0);
    }
    let least = add_down(margin.least(f.range.mig()), margin.least(g.range.mig()));
    let most = add_up(margin.most(f.range.mag()), margin.most(g.range.mag()));
    let gap = gap(delta, if margin.is_unknown_from_below() { most } else { least });
    if delta.mag() <= least || ratio.is_some_and(|r| margin.covers_ratio(r)) {
        return (Truth::Never, gap.min(1.0));
    }
    let everywhere = f.defined == Definedness::Everywhere && g.defined == Definedness::Everywhere;
    let truth = if everywhere && delta.mig() > most {
        Truth::Always
    } else {
        Truth::Open
    };
    (truth, gap)
}

/// Δ at most, in margins; 0 where both vanish.
fn gap(delta: Interval, margins: f64) -> f64 {
    let gap = delta.mag() / margins;
    if gap.is_nan() { 0.0 } else { gap }
}
