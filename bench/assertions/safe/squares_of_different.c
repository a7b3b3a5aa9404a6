// safe: within a binade squares of neighbours are more than one unit in the last place apart, so they are not rounded to the same number.
int check(double x, double y) {
    if (!(x >= 1e-100 && x <= 1e100)) return 0;
    if (!(y >= 1e-100 && y <= 1e100)) return 0;
    if (x == y) return 0;
    double d = x * x - y * y;
    if (!(d != 0.0)) return 1;  /* assert */
    return 0;
}
