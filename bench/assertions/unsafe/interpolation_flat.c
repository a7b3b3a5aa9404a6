// unsafe: t = 0x1.4b1354fa976ap-2, a = 0x1.ffffffffffff5p+0
int check(double t, double a) {
    if (!(t >= 0.0 && t <= 1.0)) return 0;
    if (!(a >= 1.0 && a <= 2.0)) return 0;
    double y = (1.0 - t) * a + t * a;
    if (!(y == a)) return 1;  /* assert */
    return 0;
}
