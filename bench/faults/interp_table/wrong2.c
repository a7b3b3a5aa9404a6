// kind: special
// fault: at the upper end the last but one point is answered
// shows at: x=0x1.1800000000000p+6
#include <math.h>

static const double v[8] = { 2.0, 2.9, 4.1, 5.8, 8.3, 11.9, 17.2, 25.0 };

double interp_table(double x)
{
    if (isnan(x))
        return x;
    if (x <= 0.0)
        return v[0];
    if (x >= 70.0)
        return v[6];
    int i = (int)(x / 10.0);
    if (i > 6)
        i = 6;
    double t = (x - 10.0 * i) / 10.0;
    return v[i] + (v[i + 1] - v[i]) * t;
}
