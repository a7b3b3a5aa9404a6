// safe: the quotient is at most one, also rounded, and 100 times it at most 100.
int check(double part, double whole) {
    if (!(part >= 0.0 && part <= whole)) return 0;
    if (!(whole >= 1e-3 && whole <= 1e6)) return 0;
    double percent = part / whole * 100.0;
    int ok = percent >= 0.0 && percent <= 100.0;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
