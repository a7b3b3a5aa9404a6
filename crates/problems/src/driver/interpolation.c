/* A call: nodes, slope0, slope1, points, then the nodes, their values, the points. */
void LYDIAN_FUNCTION(const double *x, const double *y, int n, double slope0, double slope1, const double *t, double *s,
                     int m);

static void lydian_call(long problem, const double *in, double *out) {
    int n = (int)in[0], m = (int)in[3];
    const double *x = in + 4, *y = x + n, *t = y + n;
    (void)problem;
    LYDIAN_FUNCTION(x, y, n, in[1], in[2], t, out, m);
}
