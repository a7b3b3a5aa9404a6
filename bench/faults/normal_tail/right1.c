// library erfc
#include <math.h>

double normal_tail(double x)
{
    return 0.5 * erfc(x * 0.7071067811865476);
}
