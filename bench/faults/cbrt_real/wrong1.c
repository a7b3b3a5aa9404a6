// kind: reduction
// fault: the remainder of a negative exponent by three is negative in C, so the mantissa leaves the range of the starting value
// shows at: x=0x1.435661eeae656p-612
#include <math.h>

double cbrt_real(double x)
{
    if (x == 0.0)
        return x;
    int e;
    double m = frexp(fabs(x), &e);
    int r = e % 3;
    int k = (e - r) / 3;
    if (r != 0) {
        m = ldexp(m, r - 3);
        k++;
    }
    double t = 0.397 + m * (0.95 - 0.35 * m);
    for (int i = 0; i < 2; i++) {
        double c = t * t * t;
        t = t * (c + 2.0 * m) / (2.0 * c + m);
    }
    double s = t * t;
    double sl = fma(t, t, -s);
    double d = fma(s, t, -m) + sl * t;
    t -= d / (3.0 * s);
    t = ldexp(t, k);
    return x < 0.0 ? -t : t;
}
