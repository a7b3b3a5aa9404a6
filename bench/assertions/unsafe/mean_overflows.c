// unsafe: a = 0x1.1ccf385ebc8ap+1023, b = 0x1.1ccf385ebc8ap+1023
int check(double a, double b) {
    if (!(a >= 0.0 && a <= b && b <= 1e308)) return 0;
    double m = (a + b) / 2.0;
    if (!(m <= b)) return 1;  /* assert */
    return 0;
}
