// safe: three exchanges sort three numbers, and NaN is excluded.
int check(double a, double b, double c) {
    if (a != a || b != b || c != c) return 0;
    double t;
    if (a > b) { t = a; a = b; b = t; }
    if (b > c) { t = b; b = c; c = t; }
    if (a > b) { t = a; a = b; b = t; }
    int ok = a <= b && b <= c;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
