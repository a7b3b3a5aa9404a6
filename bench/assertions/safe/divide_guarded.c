// safe: rounding is monotone, and the greatest quotient, 1e10 / 1e-10, is rounded to at most 1e20: the double 1e-10 is above 1e-10.
int check(double n, double d) {
    if (!(n >= -1e10 && n <= 1e10)) return 0;
    if (!(d >= 1e-10 || d <= -1e-10)) return 0;
    double q = n / d;
    int ok = q >= -1e20 && q <= 1e20;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
