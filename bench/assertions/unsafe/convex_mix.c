// unsafe: x = 0x1.2a4d8622c7f18p+0, y = 0x1.2a4d8622c7f18p+0
int check(double x, double y) {
    if (!(x >= 1.0 && x <= 2.0)) return 0;
    if (!(y >= 1.0 && y <= x)) return 0;
    double m = 0.1 * x + 0.9 * y;
    if (!(m <= x)) return 1;  /* assert */
    return 0;
}
