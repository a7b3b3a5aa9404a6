// unsafe: x = 0x1p+0
int check(double x) {
    if (!(x >= -1.0 && x <= 1.0)) return 0;
    double f = x - x * x * x / 6.0 + x * x * x * x * x / 120.0;
    double slope = 1.0 - x * x / 2.0 + x * x * x * x / 24.0;
    double next = x - f / slope;
    int ok = next < 0.5 && next > -0.5;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
