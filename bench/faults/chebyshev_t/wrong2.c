// kind: sign
// fault: negative arguments change the sign for even degrees too
// shows at: n=2, x=-0x1.60f1b4c86c6dep-1
#include <math.h>

double chebyshev_t(int n, double x)
{
    double a = fabs(x);
    double t = cos(n * acos(a));
    if (x < 0.0)
        return -t;
    return t;
}
