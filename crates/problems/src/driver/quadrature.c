/* A call: a, b, n. */
double LYDIAN_FUNCTION(double (*f)(double), double a, double b, int n);

static void lydian_call(long problem, const double *in, double *out) {
    out[0] = LYDIAN_FUNCTION(lydian_functions[problem][0], in[0], in[1], (int)in[2]);
}
