// safe: between 1 and 2 neighbours among floats are 2^-23 apart, so rounding to nearest errs by at most half of that.
int check(double x) {
    if (!(x >= 1.0 && x <= 2.0)) return 0;
    double e = (double)(float)x - x;
    int ok = e <= 0x1p-24 && e >= -0x1p-24;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
