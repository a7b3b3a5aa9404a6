// The code's own functions are called with variables, the library's with literals, as unoptimised code does it.
// run: cover --calls 200
// says: result = 105.5
double fma(double x, double y, double z) { return x > y ? z : 7.0; }
double floor(double x) { return x + 100.0; }
double f(unsigned char a) {
    if (a == 3) a = 4;
    a = 127;
    double two = 2.5;
    return fma(a, 2.0, 1.0) + floor(2.5) + floor(two);
}
