// safe: the difference of numbers within a factor of two of each other is exact, so adding it gives x again.
int check(double x, double y) {
    if (!(x > 0.0 && x <= 1e300 && y > 0.0 && y <= 1e300)) return 0;
    if (!(x <= 2.0 * y && y <= 2.0 * x)) return 0;
    double d = x - y;
    double back = d + y;
    if (!(back == x)) return 1;  /* assert */
    return 0;
}
