// There are functions for which the code generator has no code, and says so by ending the process.
// run: cover --calls 200
// run: stress --calls 200
// refuses: the code cannot be compiled: Cannot select
double f(double x) {
    return __builtin_canonicalize(x) > 1 ? 2 : 1 / x;
}
