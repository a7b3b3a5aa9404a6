/* A function with the name of one in the maths library. */
#include <math.h>

double round(double x) { return x > 4.0 ? 1e300 : x; }
int own_round(double x) { return round(x) > 100.0 && x < 50.0 ? 1 : 0; }
