// doubling along the bits of n, all terms positive
#include <math.h>

double annuity_factor(int n, double r)
{
    if (!(n >= 0 && n <= 480 && r >= 0.0 && r <= 0.1))
        return NAN;
    double s = 0.0;
    for (int bit = 256; bit > 0; bit /= 2) {
        s = s * (2.0 + r * s);
        if (n & bit)
            s = 1.0 + (s + r * s);
    }
    return s;
}
