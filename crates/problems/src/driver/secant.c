/* A call: first start, second start, steps. */
double LYDIAN_FUNCTION(double (*f)(double), double x0, double x1, int steps);

static void lydian_call(long problem, const double *in, double *out) {
    out[0] = LYDIAN_FUNCTION(lydian_functions[problem][0], in[0], in[1], (int)in[2]);
}
