// safe: a hundred roundings of numbers up to 10 err by less than 1e-15 each.
int check(int n) {
    if (!(n >= 0 && n <= 100)) return 0;
    double sum = 0.0;
    for (int i = 0; i < 100; i++)
        if (i < n) sum += 0.1;
    double e = sum - n * 0.1;
    int ok = e <= 1e-12 && e >= -1e-12;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
