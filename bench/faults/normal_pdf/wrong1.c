// kind: lastulps
// fault: the rounding error of the square is not put back
// shows at: x=-0x1.190a724b9dd16p+5
#include <math.h>

double normal_pdf(double x)
{
    return 0.3989422804014327 * exp(-0.5 * x * x);
}
