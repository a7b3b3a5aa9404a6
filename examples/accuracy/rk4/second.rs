//! Classical Runge-Kutta method from its table: a fold over the stages inside a fold over the steps.

/// How far ahead a stage looks, and what its slope weighs.
struct Stage {
    node: f64,
    weight: f64,
}

const STAGES: [Stage; 4] = [
    Stage { node: 0.0, weight: 1.0 / 6.0 },
    Stage { node: 0.5, weight: 1.0 / 3.0 },
    Stage { node: 0.5, weight: 1.0 / 3.0 },
    Stage { node: 1.0, weight: 1.0 / 6.0 },
];

fn step<F: Fn(f64, f64) -> f64>(f: &F, x: f64, t: f64, h: f64) -> f64 {
    let stage = |(slope, mean): (f64, f64), stage: &Stage| {
        let ahead = stage.node * h;
        let next = f(x + ahead * slope, t + ahead);
        (next, mean + stage.weight * next)
    };
    let (_, mean) = STAGES.iter().fold((0.0, 0.0), stage);
    x + h * mean
}

fn rk4<F: Fn(f64, f64) -> f64>(f: &F, x0: f64, t0: f64, t1: f64, n: u32) -> f64 {
    let h = (t1 - t0) / f64::from(n);
    (0..n).fold(x0, |x, i| step(f, x, t0 + h * f64::from(i), h))
}
