/* Fortran passes everything by reference: these stand between an algorithm in Fortran and the interfaces of C. */
#if LYDIAN_KIND == 1
double LYDIAN_SYMBOL(double (*f)(const double *), const double *a, const double *b, const int *n);
static double (*held)(double);
static double f_at(const double *x) { return held(*x); }
double lydian_fortran(double (*f)(double), double a, double b, int n) {
    held = f;
    return LYDIAN_SYMBOL(f_at, &a, &b, &n);
}
#elif LYDIAN_KIND == 2
double LYDIAN_SYMBOL(double (*f)(const double *, const double *), const double *x0, const double *t0, const double *t1,
                     const int *n);
static double (*held)(double, double);
static double f_at(const double *x, const double *t) { return held(*x, *t); }
double lydian_fortran(double (*f)(double, double), double x0, double t0, double t1, int n) {
    held = f;
    return LYDIAN_SYMBOL(f_at, &x0, &t0, &t1, &n);
}
#elif LYDIAN_KIND == 3
double LYDIAN_SYMBOL(double (*f)(const double *), double (*df)(const double *), const double *x0, const int *steps);
static double (*held[2])(double);
static double f_at(const double *x) { return held[0](*x); }
static double df_at(const double *x) { return held[1](*x); }
double lydian_fortran(double (*f)(double), double (*df)(double), double x0, int steps) {
    held[0] = f;
    held[1] = df;
    return LYDIAN_SYMBOL(f_at, df_at, &x0, &steps);
}
#elif LYDIAN_KIND == 4
double LYDIAN_SYMBOL(double (*f)(const double *), const double *x0, const double *x1, const int *steps);
static double (*held)(double);
static double f_at(const double *x) { return held(*x); }
double lydian_fortran(double (*f)(double), double x0, double x1, int steps) {
    held = f;
    return LYDIAN_SYMBOL(f_at, &x0, &x1, &steps);
}
#elif LYDIAN_KIND == 5
void LYDIAN_SYMBOL(const double *x, const double *y, const int *n, const double *slope0, const double *slope1,
                   const double *t, double *s, const int *m);
void lydian_fortran(const double *x, const double *y, int n, double slope0, double slope1, const double *t, double *s,
                    int m) {
    LYDIAN_SYMBOL(x, y, &n, &slope0, &slope1, t, s, &m);
}
#elif LYDIAN_KIND == 6
void LYDIAN_SYMBOL(const int *n, const double *a, const double *b, double *x);
/* Fortran stores a matrix by columns. */
void lydian_fortran(int n, const double *a, const double *b, double *x) {
    size_t side = (size_t)n;
    double *columns = malloc(side * side * sizeof *columns);
    if (!columns)
        abort();
    for (size_t i = 0; i < side; i++)
        for (size_t j = 0; j < side; j++)
            columns[j * side + i] = a[i * side + j];
    LYDIAN_SYMBOL(&n, columns, b, x);
    free(columns);
}
#endif
