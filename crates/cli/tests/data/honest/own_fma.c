// The code's own functions are not those of the probes.
// run: stress --calls 2000
// says not: SIGSEGV
double fma(double a, double b, double c) { return *(volatile double *)(__UINTPTR_TYPE__)(a + b + c); }
double ldexp(double a, int n) { return *(volatile double *)(__UINTPTR_TYPE__)(a + n); }
int raise(int n) { return *(volatile int *)(__UINTPTR_TYPE__)n; }
double f(double x, double y) {
    double s = x * y + 1.0;
    return s - x;
}
