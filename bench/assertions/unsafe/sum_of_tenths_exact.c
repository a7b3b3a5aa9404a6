// unsafe: n = 20
int check(int n) {
    if (!(n >= 0 && n <= 30)) return 0;
    double sum = 0.0;
    for (int i = 0; i < 30; i++)
        if (i < n) sum += 0.1;
    if (!(sum == n * 0.1)) return 1;  /* assert */
    return 0;
}
