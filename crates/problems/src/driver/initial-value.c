/* A call: x0, t0, t1, n. */
double LYDIAN_FUNCTION(double (*f)(double x, double t), double x0, double t0, double t1, int n);

static void lydian_call(long problem, const double *in, double *out) {
    out[0] = LYDIAN_FUNCTION(lydian_functions[problem][0], in[0], in[1], in[2], (int)in[3]);
}
