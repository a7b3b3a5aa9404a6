// safe: each turn takes 360 away or adds it at most once a step, and the last line catches a negative angle that was rounded up to 360.
int check(double x) {
    if (!(x >= -720.0 && x <= 720.0)) return 0;
    for (int i = 0; i < 3; i++) {
        if (x >= 360.0) x = x - 360.0;
        if (x < 0.0) x = x + 360.0;
    }
    if (x >= 360.0) x = 0.0;
    int ok = x >= 0.0 && x < 360.0;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
