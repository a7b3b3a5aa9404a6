// unsafe: a = 0x1.0624e12f1a9fcp-10, b = 0x1.000fffffffffdp+0
int check(double a, double b) {
    if (!(a >= 1e-3 && a <= 1e3)) return 0;
    if (!(b >= 1e-3 && b <= 1e3)) return 0;
    double s = a + b;
    double p = a / s;
    double q = b / s;
    if (!(p + q <= 1.0)) return 1;  /* assert */
    return 0;
}
