// safe: from 2^54 on neighbours are at least 4 apart, and one is less than half of that, so it is rounded away.
int check(double x) {
    if (!(x >= 0x1p54 && x <= 1e300)) return 0;
    double y = x + 1.0;
    if (!(y == x)) return 1;  /* assert */
    return 0;
}
