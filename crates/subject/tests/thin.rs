use subject::*;
#[test]
fn thin() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.c");
    std::fs::write(&file, "#include <math.h>\nstatic double f(double x, float y) { return sqrt(x) * y; }\nint main(){return 1;}\n").unwrap();
    let r: Reference = format!("{}:f", file.display()).parse().unwrap();
    let t = std::time::Instant::now();
    let mut s = Subject::open(&r, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    println!("open {:?}", t.elapsed());
    println!("{:?}", s.record());
    let inputs: Vec<Vec<f64>> = (0..10).map(|i| vec![i as f64, 0.5]).collect();
    let out = s.run(&inputs);
    for (i, o) in inputs.iter().zip(&out) { assert_eq!(*o, suite::Observed::value(i[0].sqrt() * 0.5)); }
    let inputs: Vec<Vec<f64>> = (0..10000).map(|i| vec![i as f64, 0.5]).collect();
    let t = std::time::Instant::now();
    let out = s.run(&inputs);
    println!("10000 in {:?}", t.elapsed());
    for (i, o) in inputs.iter().zip(&out) { assert_eq!(*o, suite::Observed::value(i[0].sqrt() * 0.5)); }
}
