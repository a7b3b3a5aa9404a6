// unsafe: c = 0x1.2000000000002p+3
int check(double c) {
    if (!(c >= -100.0 && c <= 100.0)) return 0;
    double f = c * 9.0 / 5.0 + 32.0;
    double back = (f - 32.0) * 5.0 / 9.0;
    if (!(back == c)) return 1;  /* assert */
    return 0;
}
