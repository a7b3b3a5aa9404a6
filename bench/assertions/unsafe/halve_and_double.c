// unsafe: x = 0x1p-1074
int check(double x) {
    if (!(x >= 0.0 && x <= 1.0)) return 0;
    double y = x / 2.0 * 2.0;
    if (!(y == x)) return 1;  /* assert */
    return 0;
}
