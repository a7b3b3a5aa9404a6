// unsafe: x = 0x1.fffffffffffffp-2
int check(double x) {
    if (!(x >= 0.0 && x < 0.5)) return 0;
    int n = (int)(x + 0.5);
    if (!(n == 0)) return 1;  /* assert */
    return 0;
}
