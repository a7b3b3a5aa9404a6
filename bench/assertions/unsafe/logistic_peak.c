// unsafe: x = 0x1.ffffffffffffdp-2
int check(double x) {
    if (!(x >= 0.0 && x <= 1.0)) return 0;
    double y = 3.9 * x * (1.0 - x);
    if (!(y <= 0.975)) return 1;  /* assert */
    return 0;
}
