// unsafe: n = 1000000
int check(int n) {
    if (!(n >= 0 && n <= 1000000)) return 0;
    double share = n / 7.0;
    double all = share * 7.0;
    if (!(all == n)) return 1;  /* assert */
    return 0;
}
