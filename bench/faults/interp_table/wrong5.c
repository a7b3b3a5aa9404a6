// kind: lastulps
// fault: the position within the interval is a float
// shows at: x=0x1.baa5cc1887862p+5
#include <math.h>

static const double v[8] = { 2.0, 2.9, 4.1, 5.8, 8.3, 11.9, 17.2, 25.0 };

double interp_table(double x)
{
    if (isnan(x))
        return x;
    if (x <= 0.0)
        return v[0];
    if (x >= 70.0)
        return v[7];
    int i = (int)(x / 10.0);
    if (i > 6)
        i = 6;
    float t = (x - 10.0 * i) / 10.0;
    return v[i] + (v[i + 1] - v[i]) * t;
}
