// safe: n / 100 * 100 is within 3e-10 of n, so adding a half and truncating gives n.
int check(int n) {
    if (!(n >= 0 && n <= 1000000)) return 0;
    double price = n / 100.0;
    int cents = (int)(price * 100.0 + 0.5);
    if (!(cents == n)) return 1;  /* assert */
    return 0;
}
