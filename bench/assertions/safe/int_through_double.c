// safe: a double holds every integer of 32 bits.
int check(int n) {
    double x = n;
    int back = (int)x;
    if (!(back == n)) return 1;  /* assert */
    return 0;
}
