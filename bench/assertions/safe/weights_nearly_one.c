// safe: three relative errors of 2^-53 and one of the last sum stay below 5e-16 together.
int check(double a, double b) {
    if (!(a >= 1e-3 && a <= 1e3)) return 0;
    if (!(b >= 1e-3 && b <= 1e3)) return 0;
    double s = a + b;
    double p = a / s;
    double q = b / s;
    double e = p + q - 1.0;
    int ok = e <= 1e-15 && e >= -1e-15;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
