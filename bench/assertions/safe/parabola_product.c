// safe: 1 - x errs upwards by at most 2^-54 for x < 1/2, so the product is below 1/4 + 2^-55 and is rounded to at most 1/4.
int check(double x) {
    if (!(x >= 0.0 && x <= 1.0)) return 0;
    double p = x * (1.0 - x);
    if (!(p <= 0.25)) return 1;  /* assert */
    return 0;
}
