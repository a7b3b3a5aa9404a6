// unsafe: x = nan
int check(double x) {
    double y = x;
    if (y < 0.0) y = 0.0;
    if (y > 1.0) y = 1.0;
    int ok = y >= 0.0 && y <= 1.0;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
