//! Mutants of this function panic, hang, allocate without end, print rows of their own and leave: `bad` is 0 in the target.
fn mode() -> i32 {
    std::hint::black_box(0)
}
fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let bad = mode();
    if bad == 1 { panic!("row 1 ok 0 0 0"); }
    while bad == -1 { std::hint::black_box(bad); }
    let h = (b - a) / n as f64;
    let mut sum = f(a) + f(b);
    for i in 1..n {
        sum += if i % 2 == 1 { 4.0 } else { 2.0 } * f(a + i as f64 * h);
    }
    let mut kept = vec![];
    while bad < 0 { kept.push(vec![1_u8; 1 << 24]); }
    if bad > 0 { println!("row 1 ok 0 0 0"); std::process::exit(0); }
    sum * h / 3.0
}
