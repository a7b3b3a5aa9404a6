/* why: 12! is the last that fits, and the guard says so */

int factorial_guarded(int n) {
    int product = 1;
    if (n < 0 || n > 12) return 0;
    for (int i = 2; i <= n; i++) product *= i;
    return product;
}
