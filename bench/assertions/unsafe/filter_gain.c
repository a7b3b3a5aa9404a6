// unsafe: x = 0x1p+0, y1 = 0x1p+0, y2 = -0x1p+0
int check(double x, double y1, double y2) {
    if (!(x >= -1.0 && x <= 1.0)) return 0;
    if (!(y1 >= -1.0 && y1 <= 1.0)) return 0;
    if (!(y2 >= -1.0 && y2 <= 1.0)) return 0;
    double y = 0.5 * y1 - 0.3 * y2 + 0.25 * x;
    int ok = y <= 1.0 && y >= -1.0;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
