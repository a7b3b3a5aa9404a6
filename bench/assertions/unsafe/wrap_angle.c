// unsafe: x = -0x1p-60
int check(double x) {
    if (!(x >= -360.0 && x < 360.0)) return 0;
    if (x < 0.0) x = x + 360.0;
    if (!(x < 360.0)) return 1;  /* assert */
    return 0;
}
