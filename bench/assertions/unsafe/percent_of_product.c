// unsafe: part = 0x1.4beb8e90f2a42p+18, whole = 0x1.4beb8e90f2a42p+18
int check(double part, double whole) {
    if (!(part >= 0.0 && part <= whole)) return 0;
    if (!(whole >= 1e-3 && whole <= 1e6)) return 0;
    double percent = 100.0 * part / whole;
    if (!(percent <= 100.0)) return 1;  /* assert */
    return 0;
}
