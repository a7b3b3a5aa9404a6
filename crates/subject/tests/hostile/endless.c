/* Never answers. */

double f(double x) {
    if (x == 3) {
        for (volatile int i = 0;; i++) {}
    }
    return x + 0.5;
}
