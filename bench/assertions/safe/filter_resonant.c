// safe: the coefficients are exact and their sizes add up to one; rounding is monotone, so no step leaves [-1, 1].
int check(double x, double y1, double y2) {
    if (!(x >= -1.0 && x <= 1.0)) return 0;
    if (!(y1 >= -1.0 && y1 <= 1.0)) return 0;
    if (!(y2 >= -1.0 && y2 <= 1.0)) return 0;
    for (int i = 0; i < 6; i++) {
        double y = 0.5 * y1 - 0.25 * y2 + 0.25 * x;
        y2 = y1;
        y1 = y;
        x = -x;
    }
    int ok = y1 <= 1.0 && y1 >= -1.0;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
