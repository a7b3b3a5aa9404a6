// safe: the integer part of a number is exact, and what it leaves is exact and below one.
int check(double x) {
    if (!(x >= 0.0 && x <= 1000.0)) return 0;
    int n = (int)x;
    double f = x - n;
    int ok = f >= 0.0 && f < 1.0;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
