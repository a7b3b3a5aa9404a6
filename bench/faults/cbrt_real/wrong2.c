// kind: special
// fault: the exponent is read from the bits, which is wrong for subnormals
// shows at: x=0x0.0000400000000p-1022
#include <math.h>
#include <stdint.h>
#include <string.h>

double cbrt_real(double x)
{
    if (x == 0.0)
        return x;
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    int e = (int)((b >> 52) & 0x7ff) - 1022;
    b = (b & 0x000fffffffffffffULL) | 0x3fe0000000000000ULL;
    double m;
    memcpy(&m, &b, sizeof m);
    int r = ((e % 3) + 3) % 3;
    int k = (e - r) / 3;
    if (r > 0) {
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
