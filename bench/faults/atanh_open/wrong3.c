// kind: cutoff
// fault: the series is used up to 0.5 though it has terms for 0.25 only
// shows at: x=0x1.ffff544053a7bp-2
#include <math.h>

double atanh_open(double x)
{
    static const double c[] = {
        1.0 / 29.0, 1.0 / 27.0, 1.0 / 25.0, 1.0 / 23.0, 1.0 / 21.0, 1.0 / 19.0, 1.0 / 17.0,
        1.0 / 15.0, 1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0, 1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0
    };
    double a = fabs(x);
    if (!(a < 1.0))
        return NAN;
    if (a < 0.5) {
        double z = x * x;
        double p = c[0];
        for (int i = 1; i < 14; i++)
            p = p * z + c[i];
        return x + x * (z * p);
    }
    double t = 0.5 * log1p(2.0 * a / (1.0 - a));
    return x < 0.0 ? -t : t;
}
