// safe: 0.9 + 0.1 is 1 + 2.8e-17 exactly, which is rounded to 1; rounding is monotone, so no step leaves [-1, 1].
int check(double x0, double x1, double x2, double x3) {
    if (!(x0 >= -1.0 && x0 <= 1.0)) return 0;
    if (!(x1 >= -1.0 && x1 <= 1.0)) return 0;
    if (!(x2 >= -1.0 && x2 <= 1.0)) return 0;
    if (!(x3 >= -1.0 && x3 <= 1.0)) return 0;
    double y = x0;
    y = 0.9 * y + 0.1 * x1;
    y = 0.9 * y + 0.1 * x2;
    y = 0.9 * y + 0.1 * x3;
    int ok = y >= -1.0 && y <= 1.0;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
