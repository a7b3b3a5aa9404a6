// safe: with gradual underflow the difference of two different floats is at least the smallest subnormal.
int check(double x, double y) {
    if (!(x >= -1e300 && x <= 1e300)) return 0;
    if (!(y >= -1e300 && y <= 1e300)) return 0;
    if (x == y) return 0;
    double d = x - y;
    if (!(d != 0.0)) return 1;  /* assert */
    return 0;
}
