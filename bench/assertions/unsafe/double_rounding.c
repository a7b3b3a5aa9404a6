// unsafe: n = 1152921573326323713
int check(long long n) {
    if (!(n >= 0 && n <= 4000000000000000000)) return 0;
    float once = (float)n;
    float twice = (float)(double)n;
    if (!(once == twice)) return 1;  /* assert */
    return 0;
}
