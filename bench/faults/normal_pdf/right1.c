// square split by a float, two exponentials
#include <math.h>

double normal_pdf(double x)
{
    double h = (float)x;
    double c = -0.5 * (x - h) * (x + h);
    return 0.3989422804014327 * exp(-0.5 * h * h) * exp(c);
}
