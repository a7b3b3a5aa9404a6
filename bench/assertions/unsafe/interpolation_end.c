// unsafe: a = -0x1.6345785d8a000p+53, b = 0x1p+0
int check(double a, double b) {
    if (!(a >= -1e17 && a <= 1e17)) return 0;
    if (!(b >= -1e17 && b <= 1e17)) return 0;
    double t = 1.0;
    double y = a + t * (b - a);
    if (!(y == b)) return 1;  /* assert */
    return 0;
}
