// safe: Knuth's steps give the exact rounding error of the sum, and the exact sum is rounded to the sum.
int check(double a, double b) {
    if (!(a >= -1e300 && a <= 1e300)) return 0;
    if (!(b >= -1e300 && b <= 1e300)) return 0;
    double s = a + b;
    double v = s - a;
    double e = (a - (s - v)) + (b - v);
    if (!(s + e == s)) return 1;  /* assert */
    return 0;
}
