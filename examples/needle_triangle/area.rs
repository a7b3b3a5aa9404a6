//! Area of a triangle from its sides.

/// Correct: Kahan's arrangement, with the sides in order and these very parentheses.
pub fn area(a: f64, b: f64, c: f64) -> f64 {
    let mut sides = [a, b, c];
    sides.sort_by(f64::total_cmp);
    let [c, b, a] = sides;
    ((a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c))).sqrt() / 4.0
}

/// Wrong: Heron's formula as in the textbook. s - a cancels in a needle.
pub fn area_heron(a: f64, b: f64, c: f64) -> f64 {
    let s = (a + b + c) / 2.0;
    (s * (s - a) * (s - b) * (s - c)).sqrt()
}

/// Wrong: s is the whole circumference.
pub fn area_circumference(a: f64, b: f64, c: f64) -> f64 {
    let s = a + b + c;
    (s * (s - a) * (s - b) * (s - c)).sqrt()
}
