// The lesser of two zeros is the one that the library gives.
// run: cover
// says: result = 0
double fmin(double, double);
int f(int a) {
    double z = -0.0;
    if (__builtin_signbit(fmin(0.0, z))) return 1;
    return a > 3 ? 2 : 0;
}
