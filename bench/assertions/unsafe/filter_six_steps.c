// unsafe: x0 = 0x1p+0, x1 = 0x1p+0, x2 = 0x1p+0, x3 = 0x1p+0, x4 = 0x1p+0, x5 = 0x1p+0
int check(double x0, double x1, double x2, double x3, double x4, double x5) {
    double x[6] = {x0, x1, x2, x3, x4, x5}, y1 = 0.0, y2 = 0.0;
    for (int i = 0; i < 6; i++) {
        if (!(x[i] >= -1.0 && x[i] <= 1.0)) return 0;
        double y = 1.5 * y1 - 0.7 * y2 + x[i];
        y2 = y1;
        y1 = y;
    }
    if (!(y1 <= 6.5)) return 1;  /* assert */
    return 0;
}
