// safe: six roundings of numbers up to 900 err by less than 6e-14 each, and no later step makes an error greater.
int check(double c) {
    if (!(c >= -100.0 && c <= 100.0)) return 0;
    double f = c * 9.0 / 5.0 + 32.0;
    double back = (f - 32.0) * 5.0 / 9.0;
    double e = back - c;
    int ok = e <= 1e-12 && e >= -1e-12;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
