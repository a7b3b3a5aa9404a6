// unsafe: x = 0x1p+1, y = 0x1.fffffffffffffp+0
int check(double x, double y) {
    if (!(x >= 1.0 && x <= 2.0)) return 0;
    if (!(y >= 1.0 && y <= 2.0)) return 0;
    double mean = (x + y) / 2.0;
    double variance = (x * x + y * y) / 2.0 - mean * mean;
    if (!(variance >= 0.0)) return 1;  /* assert */
    return 0;
}
