// safe: x / y differs from one by a unit of x or y relative to the other, which is more than half a unit of one, so it is not rounded to one.
int check(double x, double y) {
    if (!(x >= 1e-300 && x <= 1e300)) return 0;
    if (!(y >= 1e-300 && y <= 1e300)) return 0;
    if (x == y) return 0;
    double q = x / y;
    if (!(q != 1.0)) return 1;  /* assert */
    return 0;
}
