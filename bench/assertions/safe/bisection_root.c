// safe: lo is 1, whose square is at most c, or a middle whose rounded square was seen to be at most c.
int check(double c) {
    if (!(c >= 1.0 && c <= 4.0)) return 0;
    double lo = 1.0, hi = c;
    for (int i = 0; i < 8; i++) {
        double mid = (lo + hi) / 2.0;
        if (mid * mid <= c)
            lo = mid;
        else
            hi = mid;
    }
    if (!(lo * lo <= c)) return 1;  /* assert */
    return 0;
}
