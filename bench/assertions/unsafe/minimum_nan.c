// unsafe: a = 0x1p+0, b = nan
int check(double a, double b) {
    double m = a < b ? a : b;
    if (a != a) return 0;
    if (!(m <= a)) return 1;  /* assert */
    return 0;
}
