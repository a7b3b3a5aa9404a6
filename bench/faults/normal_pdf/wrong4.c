// kind: sign
// fault: for negative arguments the correction of the square has the wrong sign
// shows at: x=-0x1.54ee6ddae21cap+4
#include <math.h>

double normal_pdf(double x)
{
    double h = (float)x;
    double c = -0.5 * (x - h) * (x + h);
    return 0.3989422804014327 * exp(-0.5 * h * h) * (x < 0.0 ? exp(-c) : exp(c));
}
