// safe: half of the rounded distance is at most the distance itself, so lo plus it is between lo and hi before the rounding.
int check(double lo, double hi) {
    if (!(lo >= -8e307 && lo <= hi && hi <= 8e307)) return 0;
    double m = lo + (hi - lo) / 2.0;
    int ok = m >= lo && m <= hi;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
