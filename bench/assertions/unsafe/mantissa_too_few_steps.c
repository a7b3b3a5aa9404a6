// unsafe: x = 0x1p+11
int check(double x) {
    if (!(x >= 1.0 && x <= 2048.0)) return 0;
    for (int i = 0; i < 10; i++)
        if (x >= 2.0) x = x / 2.0;
    if (!(x < 2.0)) return 1;  /* assert */
    return 0;
}
