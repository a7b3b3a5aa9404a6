// safe: lo + hi lies between 2 lo and 2 hi, which are floats, so its rounding does, too; halving is exact, or rounds odd subnormals monotonely.
int check(double lo, double hi) {
    if (!(lo >= 0.0 && lo <= hi && hi <= 8e307)) return 0;
    double m = (lo + hi) / 2.0;
    int ok = m >= lo && m <= hi;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
