//! Prints `testdata/points.itl`: every function at hand-picked points, with the tightest interval of doubles
//! around the value that MPFR gives at 300 bits. Run it again only when the list of points changes.

#[path = "../tests/laws/oracle.rs"]
mod oracle;

use interval::{Binary, Unary};
use oracle::Truth;
use rug::float::Round;

const UNARY_POINTS: &[f64] = &[
    0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.75, -3.25, 10.0, 27.0, 100.0, 0.1, -0.7, 1e-5, 1e-200, -1e-320, 1e15, 1e22,
    1e300, -1e300, 22.0, 355.0, 11.0, 1.4616, -0.504, -2.5, 700.0, -740.0,
];
const BINARY_POINTS: &[(f64, f64)] = &[
    (1.0, 3.0),
    (2.0, 0.5),
    (-8.0, 3.0),
    (0.0, 0.0),
    (0.0, -2.0),
    (-2.0, -3.0),
    (5.5, -2.0),
    (1e-200, 1e-150),
    (1e200, 1e150),
    (3.0, 4.0),
    (-1.0, 0.0),
    (7.5, 2.5),
    (1e300, 3.0),
    (0.1, 0.2),
    (-2.0, 0.5),
    (5e-324, 0.5),
    (1.0, -1e-300),
    (10.0, 22.0),
    (10.0, 23.0),
    (2.0, -1074.0),
];

fn main() {
    println!(
        "// Made by `cargo run -p lydian-interval --example vectors`: MPFR at 300 bits, rounded outward to doubles."
    );
    println!("testcase unary_points {{");
    for &f in Unary::ALL {
        UNARY_POINTS
            .iter()
            .for_each(|&x| line(f.name(), &[x], oracle::unary(f, x)));
    }
    println!("}}\n\ntestcase binary_points {{");
    for &f in Binary::ALL {
        BINARY_POINTS
            .iter()
            .for_each(|&(x, y)| line(f.name(), &[x, y], oracle::binary(f, x, y)));
    }
    println!("}}\n\ntestcase fma_points {{");
    for &(x, y) in BINARY_POINTS {
        line("fma", &[x, y, 0.3], Some(oracle::fma(x, y, 0.3)));
    }
    println!("}}");
}

fn line(name: &str, operands: &[f64], truth: Option<Truth>) {
    let operands: Vec<String> = operands.iter().map(|x| format!("[{x:e},{x:e}]")).collect();
    let expected = truth.map_or("[empty]".into(), |(below, above)| {
        format!(
            "[{},{}]",
            end(below.to_f64_round(Round::Down)),
            end(above.to_f64_round(Round::Up))
        )
    });
    println!("    {name} {} = {expected};", operands.join(" "));
}

fn end(x: f64) -> String {
    if x.is_infinite() {
        format!("{}infinity", if x < 0.0 { "-" } else { "" })
    } else {
        format!("{x:e}")
    }
}
