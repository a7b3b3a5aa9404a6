/* A call: start, (unused), steps. */
double LYDIAN_FUNCTION(double (*f)(double), double (*df)(double), double x0, int steps);

static void lydian_call(long problem, const double *in, double *out) {
    out[0] = LYDIAN_FUNCTION(lydian_functions[problem][0], lydian_functions[problem][1], in[0], (int)in[2]);
}
