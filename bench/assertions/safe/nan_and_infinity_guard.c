// safe: x - x is not zero for NaN and the infinities only, and zero times a finite number is zero.
int check(double x) {
    if (x - x != 0.0) return 0;
    double y = x * 0.0;
    if (!(y == 0.0)) return 1;  /* assert */
    return 0;
}
