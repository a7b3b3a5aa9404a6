// safe: the corrected sum differs from the exact one, at most 3, by at most 2^-52 before the last rounding, and 3 + 2^-52 is a tie that goes to 3.
int check(double a, double b, double c) {
    if (!(a >= 0.0 && a <= 1.0)) return 0;
    if (!(b >= 0.0 && b <= 1.0)) return 0;
    if (!(c >= 0.0 && c <= 1.0)) return 0;
    double sum = a, lost = 0.0, y, t;
    y = b - lost;
    t = sum + y;
    lost = (t - sum) - y;
    sum = t;
    y = c - lost;
    t = sum + y;
    if (!(t <= 3.0)) return 1;  /* assert */
    return 0;
}
