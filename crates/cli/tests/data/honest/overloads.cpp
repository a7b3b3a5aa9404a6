// C++ has the functions of the maths library for floats and integers, too.
// run: stress --calls 4000 --specials
// finds: fnan at std::sqrt(x)
// finds: fnan at std::log(y)
// finds: fovflow at std::pow(n, m)
// finds: ftoi at std::lround(z)
#include <cmath>
double f(float x, float y, int n, int m, float z) {
    double a = std::sqrt(x);
    double b = std::log(y);
    double c = std::pow(n, m);
    return (a > b) + (b > c) + (double)std::lround(z);
}
