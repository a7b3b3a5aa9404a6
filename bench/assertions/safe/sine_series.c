// safe: the polynomial is at most 0.9999 on the range, and the roundings are below 1e-14.
int check(double x) {
    if (!(x >= -1.57 && x <= 1.57)) return 0;
    double x2 = x * x;
    double s = x - x * x2 / 6.0 + x * x2 * x2 / 120.0 - x * x2 * x2 * x2 / 5040.0;
    int ok = s >= -1.0 && s <= 1.0;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
