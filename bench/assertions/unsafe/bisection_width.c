// unsafe: c = 0x1p+2
int check(double c) {
    if (!(c >= 1.0 && c <= 4.0)) return 0;
    double lo = 1.0, hi = c;
    for (int i = 0; i < 10; i++) {
        double mid = (lo + hi) / 2.0;
        if (mid * mid <= c)
            lo = mid;
        else
            hi = mid;
    }
    if (!(hi - lo <= 0.0029)) return 1;  /* assert */
    return 0;
}
