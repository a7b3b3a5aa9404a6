// unsafe: x = 0x1.000001p+0
int check(double x) {
    if (!(x >= 1.0 && x <= 2.0)) return 0;
    double e = (double)(float)x - x;
    int ok = e < 0x1p-24 && e > -0x1p-24;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
