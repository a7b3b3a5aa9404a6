// Functions that headers of the system declare, too.
#include <math.h>
#include <stdlib.h>

int before(int x)
{
    return x > 0 ? x : 0;
}

double fdim(double x, double y)
{
    if (x > y)
        return x - y;
    return 0;
}

int abs(int x)
{
    if (x < 0)
        return -x;
    return x;
}
