// unsafe: x = 0x1p+31
int check(float x) {
    if (!(x >= 0.0f)) return 0;
    if (x >= 2147483647.0f) x = 2147483647.0f;
    long long n = (long long)x;
    if (!(n <= 2147483647LL)) return 1;  /* assert */
    return 0;
}
