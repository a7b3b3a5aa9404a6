// kind: branch
// fault: the choice of the first bit uses > instead of >=, so exactly 256 payments lose their only bit
// shows at: n=256, r=0x1.47ae147ae147bp-7
#include <math.h>

double annuity_factor(int n, double r)
{
    if (!(n >= 0 && n <= 480 && r >= 0.0 && r <= 0.1))
        return NAN;
    double s = 0.0;
    for (int bit = n > 256 ? 256 : 128; bit > 0; bit /= 2) {
        s = s * (2.0 + r * s);
        if (n & bit)
            s = 1.0 + (s + r * s);
    }
    return s;
}
