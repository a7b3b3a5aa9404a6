// unsafe: a = 0x1p+0, b = 0x1p-60
int check(double a, double b) {
    if (!(a >= 1.0 && a <= 100.0)) return 0;
    if (!(b >= 1e-20 && b <= 1.0)) return 0;
    double d = (a + b) - a;
    double q = b / d;
    if (!(q <= 1e30)) return 1;  /* assert */
    return 0;
}
