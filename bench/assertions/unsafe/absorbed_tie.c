// unsafe: x = 0x1.1c37937e08001p+53
int check(double x) {
    if (!(x >= 1e16 && x <= 1e17)) return 0;
    double y = x + 1.0;
    if (!(y == x)) return 1;  /* assert */
    return 0;
}
