/* Six branches in a row, for measuring how fast calls are. */
double six(double x, double y) {
    double r = 0;
    if (x < 0)
        r += 1;
    if (y < 0)
        r += 2;
    if (x < y)
        r += 4;
    if (x * y > 3)
        r += 8;
    if (x + y == 10)
        r += 16;
    if (x - y != 1)
        r += 32;
    return r;
}
