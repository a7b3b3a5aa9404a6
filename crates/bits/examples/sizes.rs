//! Prints how large the circuits of float operations are: gates, variables and clauses.

use bits::{BitAnswer, BitProblem, ClauseBudget, FloatFormat, FloatOperation, Rounding, TermPool};

fn main() {
    let mode = Rounding::NearestEven;
    let rows = [
        ("add", FloatOperation::Add(mode), 2),
        ("multiply", FloatOperation::Multiply(mode), 2),
        ("divide", FloatOperation::Divide(mode), 2),
        ("fma", FloatOperation::Fma(mode), 3),
        ("root", FloatOperation::SquareRoot(mode), 1),
        ("integral", FloatOperation::Integral(mode), 1),
        ("less", FloatOperation::Less, 2),
        ("to int", FloatOperation::ToSigned(32, Rounding::TowardZero), 1),
        ("to other", FloatOperation::Convert(FloatFormat::BINARY64, mode), 1),
    ];
    for format in [FloatFormat::BINARY16, FloatFormat::BINARY32, FloatFormat::BINARY64] {
        for (name, operation, count) in rows {
            println!("{:2} {name:9} {}", format.width(), size(format, operation, count));
        }
    }
}

/// The size of the question whether the result's lowest bit can be set.
fn size(format: FloatFormat, operation: FloatOperation, count: usize) -> String {
    let mut pool = TermPool::without_rewriting();
    let arguments: Vec<_> = (0..count).map(|_| pool.word("x", format.width())).collect();
    let result = pool.float(format, operation, &arguments);
    let width = pool.width(result);
    let other = pool.variable("y", pool.sort(result));
    let same = pool.equal(result, other);
    let answer = BitProblem::of(&pool, &[same]).decide(ClauseBudget::conflicts(0));
    let statistics = match answer {
        BitAnswer::Model(model) => model.statistics,
        BitAnswer::Refuted(refutation) => refutation.statistics,
        BitAnswer::Unknown(unknown) => unknown.statistics,
    };
    let (gates, variables, clauses) = (statistics.gates, statistics.variables, statistics.clauses);
    format!("{width:2} bits {gates:7} gates {variables:7} variables {clauses:7} clauses")
}
