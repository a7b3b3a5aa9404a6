// safe: for |x| < 0.4 the step is about x - tan(x), which is smaller than 0.023 in size.
int check(double x) {
    if (!(x > -0.4 && x < 0.4)) return 0;
    double f = x - x * x * x / 6.0 + x * x * x * x * x / 120.0;
    double slope = 1.0 - x * x / 2.0 + x * x * x * x / 24.0;
    double next = x - f / slope;
    int ok = next < 0.1 && next > -0.1;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
