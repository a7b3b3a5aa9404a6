/* The textbook example of branch coverage by minimisation, from several kinds of argument. */
double from_double(double x) {
    if (x <= 1)
        x++;
    double y = x * x;
    if (y == 4)
        return 1;
    return 0;
}

float from_float(float x) {
    if (x <= 1)
        x++;
    float y = x * x;
    if (y == 4)
        return 1;
    return 0;
}

int from_int(int x) {
    if (x <= 1)
        x++;
    int y = x * x;
    if (y == 4)
        return 1;
    return 0;
}

static int from_pointer(double *x) {
    if (*x <= 1)
        (*x)++;
    double y = *x * *x;
    if (y == 4)
        return 1;
    return 0;
}

int impossible(double x) {
    double y = x * x;
    if (y == -1)
        return 1;
    return 0;
}

int use(double x) { return from_pointer(&x); }
