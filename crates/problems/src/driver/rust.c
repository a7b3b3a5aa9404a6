/* An algorithm in Rust reads the inputs of a call itself. */
void lydian_rust(const void *functions, const double *in, double *out);

static void lydian_call(long problem, const double *in, double *out) {
    (void)problem;
    lydian_rust(LYDIAN_FUNCTIONS, in, out);
}
