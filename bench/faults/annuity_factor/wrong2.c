// kind: special
// fault: no payment at all is answered with 1
// shows at: n=0, r=0x1.999999999999ap-5
#include <math.h>

double annuity_factor(int n, double r)
{
    if (!(n >= 0 && n <= 480 && r >= 0.0 && r <= 0.1))
        return NAN;
    if (n == 0)
        return 1.0;
    double s = 0.0;
    for (int bit = 256; bit > 0; bit /= 2) {
        s = s * (2.0 + r * s);
        if (n & bit)
            s = 1.0 + (s + r * s);
    }
    return s;
}
