/* Branches of several functions, for the scope of a module. */
static int inner(double x) {
    if (x > 2)
        return 1;
    return 0;
}

int outer(double x) {
    if (x > 1)
        return inner(x);
    for (int i = 0; i < 3; i++)
        if (x < -i)
            return i;
    return 5;
}
