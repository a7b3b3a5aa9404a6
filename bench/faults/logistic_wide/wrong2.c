// kind: overflow
// fault: exp(x)/(1 + exp(x)) is infinity over infinity above 709.78
// shows at: x=0x1.640332fd02795p+9
#include <math.h>

double logistic_wide(double x)
{
    double t = exp(x);
    return t / (1.0 + t);
}
