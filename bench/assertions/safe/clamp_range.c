// safe: either a bound is returned, or x, which was seen to lie between them.
int check(double x, double lo, double hi) {
    if (!(lo <= hi)) return 0;
    if (x != x) return 0;
    double y = x < lo ? lo : x > hi ? hi : x;
    int ok = y >= lo && y <= hi;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
