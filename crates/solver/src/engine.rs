//! Judging a formula on a box.

use crate::formula::{Apart, Formula, Margin, Truth};
use crate::mean::Gradients;
use crate::pair::{Difference, PairTape};
use expr::dag::{Dag, NodeId};
use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use interval::{Definedness, Enclosure, FloatEnclosure, Interval};
use std::ops::{Add, Mul, Sub};

/// A formula made ready for many boxes.
pub struct Program {
    pub(crate) tape: Tape,
    formula: Formula,
    pairs: Vec<(Apart, PairTape)>,
}

impl Program {
    /// Compiles a formula.
    pub fn new(dag: &Dag, formula: &Formula) -> Program {
        let tape = Tape::new(dag, &formula.nodes());
        let compile = |a: Apart| (a, PairTape::new(dag, &tape, a.f, a.g));
        Program {
            pairs: formula.pairs().into_iter().map(compile).collect(),
            formula: formula.clone(),
            tape,
        }
    }

    /// The formula.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    pub(crate) fn slot(&self, id: NodeId) -> usize {
        self.tape
            .slot(id)
            .expect("invariant: the tape computes every node of the formula")
    }
}

/// What one thread judges boxes with.
pub struct Engine<'p> {
    program: &'p Program,
    evaluator: Evaluator<'p, EnclosureArithmetic>,
    scratch: Vec<Difference>,
    gradients: Gradients,
}

/// A judgement, and how near the formula came to holding: the greatest gap of a pair, in margins.
pub struct Judgement {
    /// What is proved.
    pub truth: Truth,
    /// |f − g|/(m(f) + m(g)) at most, or 0 where there is no pair.
    pub gap: f64,
}

impl<'p> Engine<'p> {
    /// An engine for a program.
    pub fn new(program: &'p Program) -> Engine<'p> {
        Engine {
            evaluator: Evaluator::new(&program.tape, EnclosureArithmetic),
            scratch: Vec::new(),
            gradients: Gradients::default(),
            program,
        }
    }

    /// Natural and paired evaluation.
    pub fn judge(&mut self, sides: &[Interval]) -> Judgement {
        let values = self.evaluator.run(&enclosures(sides));
        let mut gap = 0.0f64;
        let (program, scratch) = (self.program, &mut self.scratch);
        let truth = program.formula.truth(&mut |leaf| match leaf {
            Formula::Apart(apart) => {
                let pair = program.pairs.iter().find(|(a, _)| a == apart);
                let difference = pair.map(|(_, p)| p.evaluate(values, scratch));
                let (f, g) = (values[program.slot(apart.f)], values[program.slot(apart.g)]);
                let (truth, seen) = judge_pair(&apart.margin, &f, &g, difference);
                gap = gap.max(seen);
                truth
            }
            _ => simple(program, values, leaf),
        });
        Judgement { truth, gap }
    }

    /// The same with mean-value forms of the pairs, where everything is defined on the whole box.
    pub fn judge_by_mean(&mut self, sides: &[Interval]) -> Truth {
        let centre: Vec<Interval> = sides.iter().map(|s| Interval::point(s.mid())).collect();
        let (program, scratch) = (self.program, &mut self.scratch);
        let mut at_centre = Vec::new();
        let values = self.evaluator.run(&enclosures(&centre));
        for (apart, pair) in &program.pairs {
            let (f, g) = (values[program.slot(apart.f)], values[program.slot(apart.g)]);
            at_centre.push((f.range, g.range, pair.evaluate(values, scratch)));
        }
        let values = self.evaluator.run(&enclosures(sides));
        let gradients = &mut self.gradients;
        program.formula.truth(&mut |leaf| match leaf {
            Formula::Apart(apart) => {
                let Some(n) = program.pairs.iter().position(|(a, _)| a == apart) else {
                    return Truth::Open;
                };
                let (f, g) = (values[program.slot(apart.f)], values[program.slot(apart.g)]);
                if f.defined != Definedness::Everywhere || g.defined != Definedness::Everywhere {
                    return Truth::Open;
                }
                let (fc, gc, dc) = at_centre[n];
                let df = gradients.of(&program.tape, values, program.slot(apart.f), sides.len());
                let dg = gradients.of(&program.tape, values, program.slot(apart.g), sides.len());
                let moved = |c: Interval, slopes: &mut dyn Iterator<Item = Interval>| {
                    let steps = sides.iter().zip(&centre).map(|(s, c)| *s - *c);
                    slopes.zip(steps).fold(c, |sum, (slope, step)| sum.add(slope.mul(step)))
                };
                let f = f.range.intersect(&moved(fc, &mut df.iter().copied()));
                let g = g.range.intersect(&moved(gc, &mut dg.iter().copied()));
                let own = program.pairs[n].1.evaluate(values, scratch);
                let delta = moved(dc.delta, &mut dg.iter().zip(&df).map(|(g, f)| *g - *f));
                let difference = Difference {
                    delta: own.delta.intersect(&delta),
                    ratio: own.ratio,
                };
                judge_pair(
                    &apart.margin,
                    &Enclosure::everywhere(f),
                    &Enclosure::everywhere(g),
                    Some(difference),
                )
                .0
            }
            _ => simple(program, values, leaf),
        })
    }
}

pub(crate) fn enclosures(sides: &[Interval]) -> Vec<FloatEnclosure> {
    sides.iter().map(|&s| Enclosure::everywhere(s)).collect()
}

/// Leaves that need no pair.
fn simple(program: &Program, values: &[FloatEnclosure], leaf: &Formula) -> Truth {
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
fn judge_pair(margin: &Margin, f: &FloatEnclosure, g: &FloatEnclosure, d: Option<Difference>) -> (Truth, f64) {
    if f.defined == Definedness::Nowhere || g.defined == Definedness::Nowhere {
        return (Truth::Never, 0.0);
    }
    let (delta, ratio) = d.map_or((g.range.sub(f.range), None), |d| (d.delta, d.ratio));
    if delta.is_empty() || ratio.is_some_and(|r| r.is_empty()) || f.range.is_empty() || g.range.is_empty() {
        // No point at which both are defined.
        return (Truth::Never, 0.0);
    }
    let least = Interval::point(margin.least(f.range.mig()))
        .add(Interval::point(margin.least(g.range.mig())))
        .lo();
    if delta.mag() <= least || ratio.is_some_and(|r| margin.covers_ratio(r)) {
        return (Truth::Never, 0.0);
    }
    let most = Interval::point(margin.most(f.range.mag()).min(f64::MAX))
        .add(Interval::point(margin.most(g.range.mag()).min(f64::MAX)))
        .hi();
    let everywhere = f.defined == Definedness::Everywhere && g.defined == Definedness::Everywhere;
    let truth = if everywhere && delta.mig() > most {
        Truth::Always
    } else {
        Truth::Open
    };
    let gap = delta.mag() / least;
    (truth, if gap.is_nan() { 0.0 } else { gap })
}
