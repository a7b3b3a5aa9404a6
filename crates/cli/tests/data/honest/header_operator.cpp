// The product of complex numbers is a function of a header.
// run: stress --calls 2000
// unwatched: z * z
#include <complex>
double f(double a, double b) {
    std::complex<double> z(a, b);
    return (z * z).real() / 2;
}
