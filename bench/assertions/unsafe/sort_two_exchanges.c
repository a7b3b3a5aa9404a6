// unsafe: a = 0x1.8p+1, b = 0x1p+1, c = 0x1p+0
int check(double a, double b, double c) {
    if (a != a || b != b || c != c) return 0;
    double t;
    if (a > b) { t = a; a = b; b = t; }
    if (b > c) { t = b; b = c; c = t; }
    int ok = a <= b && b <= c;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
