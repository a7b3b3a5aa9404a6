// unsafe: n = 29
int check(int n) {
    if (!(n >= 0 && n <= 100000)) return 0;
    double price = n / 100.0;
    int cents = (int)(price * 100.0);
    if (!(cents == n)) return 1;  /* assert */
    return 0;
}
