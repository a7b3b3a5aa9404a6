// dead zone as a difference of two limiters, gains as integers over twenty
#include <math.h>

double pid_saturated(double e, double i, double d)
{
    double s = e;
    if (e > 0.5)
        s = e - 0.5;
    else if (e < -0.5)
        s = e + 0.5;
    else
        s = 0.0;
    double u = (50.0 * s + 8.0 * i + d) / 20.0;
    if (u > 100.0)
        return 100.0;
    if (u < -100.0)
        return -100.0;
    return u;
}
