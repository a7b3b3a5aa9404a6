// safe: halving is exact, and 20 halvings bring 1000000 below 2, while no value below 2 is halved.
int check(double x) {
    if (!(x >= 1.0 && x <= 1e6)) return 0;
    for (int i = 0; i < 20; i++)
        if (x >= 2.0) x = x / 2.0;
    int ok = x >= 1.0 && x < 2.0;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
