// kind: special
// fault: exact integers up to 20 go through a factorial that runs one factor too far
// shows at: x=0x1.4000000000000p+2
#include <math.h>

double lgamma_pos(double x)
{
    if (x == floor(x) && x <= 20.0) {
        double f = 1.0;
        for (int k = 2; k <= (int)x; k++)
            f *= k;
        return log(f);
    }
    return lgamma(x);
}
