// kind: region
// fault: between 200 and 201 a Taylor polynomial starts from a stored value that lacks its last digits
// shows at: x=0x1.91e95f3f09b5dp+7
#include <math.h>

double lgamma_pos(double x)
{
    if (x >= 200.0 && x < 201.0) {
        double t = x - 200.5;
        double q = -4.166640625379764e-06 + t * 1.0416536461181535e-08;
        return 860.5822035098341 + t * (5.298318408210146 + t * (0.0024999947917122385 + t * q));
    }
    return lgamma(x);
}
