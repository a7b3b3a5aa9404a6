// unsafe: n = 27
int check(int n) {
    if (!(n >= 1 && n <= 40)) return 0;
    float step = 1.0f / n, t = 0.0f;
    int count = 0;
    for (int i = 0; i < 50; i++) {
        if (t < 1.0f) count++;
        t += step;
    }
    if (!(count == n)) return 1;  /* assert */
    return 0;
}
