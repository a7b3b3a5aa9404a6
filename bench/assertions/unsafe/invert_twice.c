// unsafe: n = 49
int check(int n) {
    if (!(n >= 1 && n <= 100)) return 0;
    double x = n * (1.0 / n);
    if (!(x == 1.0)) return 1;  /* assert */
    return 0;
}
