// unsafe: x = 0x1p+0, y = 0x1p-53
int check(double x, double y) {
    if (!(x >= 0.0 && x <= 1.0)) return 0;
    if (!(y >= 0.0 && y <= 1.0)) return 0;
    double e = ((x + y) - x) - y;
    int ok = e <= 0x1p-54 && e >= -0x1p-54;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
