/* The example with which papers about testing begin, from four kinds of argument. */

int from_double(double x) {
    if (x <= 1.0) x++;
    double y = x * x;
    if (y == 4.0) return 1;
    return 0;
}

int from_float(float x) {
    if (x <= 1.0f) x++;
    float y = x * x;
    if (y == 4.0f) return 1;
    return 0;
}

int from_int(int x) {
    if (x <= 1) x++;
    int y = x * x;
    if (y == 4) return 1;
    return 0;
}

int from_pointer(double *x) {
    if (*x <= 1.0) ++*x;
    double y = *x * *x;
    if (y == 4.0) return 1;
    return 0;
}

/* No square is negative. */
int never(double x) {
    if (x <= 1.0) x++;
    double y = x * x;
    if (y == -1.0) return 1;
    return 0;
}
