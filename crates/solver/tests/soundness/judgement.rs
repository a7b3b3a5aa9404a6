//! What the engine says of a whole box is so at every point of it.

use crate::cases;
use crate::contraction::formula;
use crate::expression::shown;
use crate::random::Random;
use crate::truth::{Values, tape};
use expr::dag::Dag;
use interval::Interval;
use proptest::prelude::*;
use solver::{BoxProgram, Engine, Truth};

const POINTS: usize = 24;

fn check_judgement(seed: u64) -> [Truth; 4] {
    let (mut dag, mut random) = (Dag::new(), Random(seed));
    for n in 0..2 {
        dag.variable(n);
    }
    let formula = formula(&mut dag, &mut random, 1);
    let sides: Vec<Interval> = (0..2)
        .map(|_| {
            if random.once_in(2) {
                random.side()
            } else {
                random.ordinary_side()
            }
        })
        .collect();
    let program = BoxProgram::new(&dag, &formula);
    let mut engine = Engine::new(&program);
    let judged = [
        engine.judge(&sides).truth,
        engine.judge_by_mean(&sides),
        engine.judge_closely(&sides, 128).truth,
        engine.judge_box_closely(&sides, 128),
    ];
    let roots = formula.nodes();
    let tape = tape(&dag, &roots);
    let mut values = Values::new(&tape);
    for _ in 0..POINTS {
        let point = random.point(&sides);
        values.at(&point);
        let wrong = match values.holds(&roots, &formula) {
            Some(true) => Truth::Never,
            Some(false) => Truth::Always,
            None => continue,
        };
        assert!(
            !judged.contains(&wrong),
            "{judged:?} on {sides:?}, but not at {point:?}: {formula:?}: {}",
            roots.iter().map(|&r| shown(&dag, r)).collect::<Vec<_>>().join("; ")
        );
    }
    judged
}

proptest! {
    #![proptest_config(cases(6000))]

    #[test]
    fn a_judgement_holds_at_every_point(seed: u64) {
        check_judgement(seed);
    }
}

#[test]
fn many_boxes_are_judged() {
    let judged: Vec<[Truth; 4]> = (0..1000).map(check_judgement).collect();
    let count = |truth: Truth| judged.iter().filter(|j| j.contains(&truth)).count();
    let counts = (count(Truth::Never), count(Truth::Always));
    assert!(counts.0 > 200 && counts.1 > 20, "{counts:?}");
}
