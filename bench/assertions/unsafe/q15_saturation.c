// unsafe: x = 0x1p+0
int check(double x) {
    if (!(x >= -1.0 && x <= 1.0)) return 0;
    int q = (int)(x * 32768.0);
    if (!(q <= 32767)) return 1;  /* assert */
    return 0;
}
