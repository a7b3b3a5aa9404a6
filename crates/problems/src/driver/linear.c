/* A call: n, the matrix by rows, the right side. */
void LYDIAN_FUNCTION(int n, const double *a, const double *b, double *x);

static void lydian_call(long problem, const double *in, double *out) {
    int n = (int)in[0];
    (void)problem;
    LYDIAN_FUNCTION(n, in + 1, in + 1 + (long)n * n, out);
}
