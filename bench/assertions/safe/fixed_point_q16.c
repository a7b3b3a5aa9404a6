// safe: scaling by 2^16 is exact, truncation takes less than one unit away, and the difference is exact.
int check(double x) {
    if (!(x >= -30000.0 && x <= 30000.0)) return 0;
    int q = (int)(x * 65536.0);
    double e = x - q / 65536.0;
    int ok = e < 0x1p-16 && e > -0x1p-16;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
