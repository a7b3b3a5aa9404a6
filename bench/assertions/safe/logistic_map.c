// safe: each value is at most 3.9 / 4 with an error of a few units in the last place, so it stays far below one, and no factor is negative.
int check(double x) {
    if (!(x >= 0.0 && x <= 1.0)) return 0;
    for (int i = 0; i < 5; i++) x = 3.9 * x * (1.0 - x);
    int ok = x >= 0.0 && x <= 0.976;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
