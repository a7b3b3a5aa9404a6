// unsafe: x = 0x1p-600, y = 0x1p-600
int check(double x, double y) {
    if (!(x > 0.0 && x <= 1.0)) return 0;
    if (!(y > 0.0 && y <= 1.0)) return 0;
    double p = x * y;
    if (!(p > 0.0)) return 1;  /* assert */
    return 0;
}
