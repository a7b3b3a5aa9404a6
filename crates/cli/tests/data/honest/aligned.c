// Nobody checks a promise about an address.
// run: cover --calls 2000
// not infeasible: & 63
typedef double *aligned __attribute__((align_value(64)));
int f(double *p) {
    aligned q = p;
    if ((__UINTPTR_TYPE__)q & 63) return 1;
    return 0;
}
