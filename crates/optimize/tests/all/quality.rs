//! What the optimizer finds, with a stated probability: within a number of evaluations, for a number of 20 seeds.

use optimize::{
    CoordinateRange, EvaluationBudget, Goal, OptimizeProblem, Schedule, StopReason, Value, ValueKind, minimise,
};

const SEEDS: u64 = 20;

/// One row: an objective over a domain, the value to reach, and how surely.
struct Case {
    name: &'static str,
    domains: Vec<CoordinateRange>,
    objective: fn(&[Value]) -> f64,
    target: f64,
    schedule: Schedule,
    evaluations: u64,
    /// Seeds of 20 that must reach the target.
    at_least: usize,
}

fn doubles(n: usize, lo: f64, hi: f64) -> Vec<CoordinateRange> {
    vec![CoordinateRange::doubles(lo, hi).unwrap(); n]
}

fn ints(n: usize, bits: u8, signed: bool) -> Vec<CoordinateRange> {
    vec![CoordinateRange::all(ValueKind::Int { bits, signed }); n]
}

fn any_doubles(n: usize) -> Vec<CoordinateRange> {
    vec![CoordinateRange::finite(ValueKind::F64); n]
}

fn x(p: &[Value]) -> f64 {
    p[0].real()
}

fn y(p: &[Value]) -> f64 {
    p[1].real()
}

/// Σ xᵢ², least 0 at the origin; here moved to 3.
fn sphere(p: &[Value]) -> f64 {
    p.iter().map(|v| (v.real() - 3.0).powi(2)).sum()
}

/// Σ 100(xᵢ₊₁ − xᵢ²)² + (1 − xᵢ)², least 0 at (1, …, 1): a bent valley.
fn rosenbrock(p: &[Value]) -> f64 {
    p.windows(2)
        .map(|w| {
            let (a, b) = (w[0].real(), w[1].real());
            100.0 * (b - a * a).powi(2) + (1.0 - a).powi(2)
        })
        .sum()
}

/// 10 + z² − 10·cos 2πz.
fn hole(z: f64) -> f64 {
    10.0 + z * z - 10.0 * (std::f64::consts::TAU * z).cos()
}

/// Many holes, least 0 where all x are 1.3.
fn rastrigin(p: &[Value]) -> f64 {
    p.iter().map(|v| hole(v.real() - 1.3)).sum()
}

/// The same turned, so that no coordinate is alone.
fn turned(p: &[Value]) -> f64 {
    let (u, v) = (x(p) - 1.3, y(p) - 1.3);
    hole(0.8 * u + 0.6 * v) + hole(0.8 * v - 0.6 * u)
}

/// A staircase of width 0.1 towards 777.25.
fn staircase(p: &[Value]) -> f64 {
    ((x(p) - 777.25).abs() * 10.0).floor()
}

/// Zero at one float only; falls with the distance in floats.
fn needle(p: &[Value]) -> f64 {
    let goal = Value::F64(-1.234_567_890_123e-17).place();
    (goal.abs_diff(p[0].place()) as f64 + 1.0).log2()
}

/// Branch distance of `high == 0x3ff00000`.
fn high_word(p: &[Value]) -> f64 {
    ((p[0].word() >> 32) as f64 - f64::from(0x3ff0_0000)).abs()
}

/// Bits that are not as in a pattern.
fn pattern(p: &[Value]) -> f64 {
    f64::from((p[0].word() ^ 0x1234_5678_9abc_def0).count_ones())
}

/// Two of three conditions must hold at once: x + y == z, x·y == 12, as C writes them over i32.
fn system(p: &[Value]) -> f64 {
    let [a, b, c] = [p[0].real(), p[1].real(), p[2].real()];
    (a + b - c).abs() + (a * b - 12.0).abs()
}

/// A case as the table writes it.
type Row = (
    &'static str,
    Vec<CoordinateRange>,
    fn(&[Value]) -> f64,
    f64,
    Schedule,
    u64,
    usize,
);

fn cases() -> Vec<Case> {
    use Schedule::{Exact, Smooth};
    #[rustfmt::skip]
    let rows: Vec<Row> = vec![
        ("sphere, 2", doubles(2, -100.0, 100.0), sphere, 1e-12, Smooth, 200, 20),
        ("sphere, 12", doubles(12, -100.0, 100.0), sphere, 1e-12, Smooth, 1000, 20),
        ("rosenbrock, 2", doubles(2, -5.0, 5.0), rosenbrock, 1e-12, Smooth, 1000, 20),
        ("rosenbrock, 4", doubles(4, -5.0, 5.0), rosenbrock, 1e-12, Smooth, 4000, 18),
        ("rosenbrock, 12", doubles(12, -5.0, 5.0), rosenbrock, 1e-10, Smooth, 60_000, 18),
        ("rastrigin, 2", doubles(2, -5.12, 5.12), rastrigin, 1e-9, Smooth, 20_000, 18),
        ("rastrigin, 3", doubles(3, -5.12, 5.12), rastrigin, 1e-9, Smooth, 20_000, 18),
        ("rastrigin, 4", doubles(4, -5.12, 5.12), rastrigin, 1e-9, Smooth, 20_000, 18),
        ("rastrigin, 2, turned", doubles(2, -5.12, 5.12), turned, 1e-9, Smooth, 60_000, 18),
        ("x*x near 2", any_doubles(1), |p| (x(p) * x(p) - 2.0).abs(), 5e-16, Exact, 2000, 20),
        ("x*x + y*y == 25", any_doubles(2), |p| (x(p) * x(p) + y(p) * y(p) - 25.0).abs(), 0.0, Exact, 20_000, 20),
        ("x == y", any_doubles(2), |p| (x(p) - y(p)).abs(), 0.0, Exact, 2000, 20),
        ("x + 1 == y", any_doubles(2), |p| (x(p) + 1.0 - y(p)).abs(), 0.0, Exact, 2000, 20),
        ("high word", any_doubles(1), high_word, 0.0, Exact, 2000, 20),
        ("pattern of bits", ints(1, 64, false), pattern, 0.0, Exact, 2000, 20),
        ("sin x == 0.5", doubles(1, -1e6, 1e6), |p| (x(p).sin() - 0.5).abs(), 1.2e-16, Exact, 20_000, 18),
        ("exp x == y, singles", vec![CoordinateRange::finite(ValueKind::F32); 2],
            |p| (x(p).exp() - y(p)).abs(), 1e-9, Exact, 5000, 20),
        ("a*b == 391", ints(2, 32, true), |p| (x(p) * y(p) - 391.0).abs(), 0.0, Exact, 20_000, 18),
        ("a*b == 391, both above 1", ints(2, 32, true),
            |p| (x(p) * y(p) - 391.0).abs() + (2.0 - x(p)).max(0.0) + (2.0 - y(p)).max(0.0), 0.0, Exact, 100_000, 18),
        ("a + b == c, a*b == 12", ints(3, 32, true), system, 0.0, Exact, 40_000, 19),
        ("u16 word", ints(1, 16, false), |p| f64::from(u8::from(p[0].word() != 0xbeef)), 0.0, Exact, 70_000, 20),
        ("staircase", doubles(1, -1e9, 1e9), staircase, 0.0, Exact, 2000, 20),
        ("needle", any_doubles(1), needle, 0.0, Exact, 2000, 20),
    ];
    let case = |(name, domains, objective, target, schedule, evaluations, at_least)| Case {
        name,
        domains,
        objective,
        target,
        schedule,
        evaluations,
        at_least,
    };
    rows.into_iter().map(case).collect()
}

/// Where a search begins: somewhere, as an unlucky caller would.
fn start(case: &Case, seed: u64) -> Vec<Value> {
    let mut state = seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x9e37_79b9;
    let value = |d: &CoordinateRange| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let share = (state >> 11) as f64 / (1u64 << 53) as f64;
        let (lo, hi) = (d.lo().real().max(-1e6), d.hi().real().min(1e6));
        d.clamp(Value::F64(lo + share * (hi - lo)))
    };
    case.domains.iter().map(value).collect()
}

/// Evaluations that each seed needed; `None` if the target was not reached.
fn run(case: &Case) -> Vec<Option<u64>> {
    let one = |seed: u64| {
        let problem = OptimizeProblem {
            domains: &case.domains,
            starts: &[start(case, seed)],
            goal: Goal::Reach(case.target),
            budget: EvaluationBudget {
                evaluations: case.evaluations,
            },
            seed,
        };
        let outcome = minimise(&mut { case.objective }, &problem, case.schedule);
        (outcome.reason == StopReason::Reached).then_some(outcome.evaluations)
    };
    (0..SEEDS).map(one).collect()
}

#[test]
fn targets_are_reached_with_the_stated_probability() {
    let mut short = Vec::new();
    for case in cases() {
        let needed = run(&case);
        let mut reached: Vec<u64> = needed.iter().copied().flatten().collect();
        reached.sort_unstable();
        let median = reached.get(reached.len() / 2);
        println!(
            "{:28} {:2} of {SEEDS}, median {median:?}, most {:?}",
            case.name,
            reached.len(),
            reached.last()
        );
        if reached.len() < case.at_least {
            short.push(format!("{}: {} of {SEEDS}", case.name, reached.len()));
        }
    }
    assert!(short.is_empty(), "not reached often enough: {short:?}");
}

#[test]
fn without_a_target_the_least_is_found_and_the_search_ends() {
    let domains = doubles(3, -10.0, 10.0);
    let problem = OptimizeProblem {
        domains: &domains,
        starts: &[],
        goal: Goal::Least,
        budget: EvaluationBudget { evaluations: 1_000_000 },
        seed: 7,
    };
    let outcome = minimise(&mut |p: &[Value]| 5.0 + sphere(p), &problem, Schedule::Smooth);
    assert_eq!(outcome.reason, StopReason::Converged);
    assert!(outcome.value - 5.0 < 1e-14, "{outcome:?}");
}
