// safe: f is below one, so f times the step is at most the step, and the sum is at most the next entry, also rounded.
int check(double x) {
    static const double table[5] = {0.0, 1.0, 4.0, 9.0, 16.0};
    if (!(x >= 0.0 && x < 4.0)) return 0;
    int i = (int)x;
    double f = x - i;
    double y = table[i] + f * (table[i + 1] - table[i]);
    int ok = y >= table[i] && y <= table[i + 1];
    if (!(ok)) return 1;  /* assert */
    return 0;
}
