/* exp(x) - 1 in single precision. */
#include <math.h>

static float inside(float x) { return (float)expm1(x); }

/* Faulty: the cut-off is a little too low, and the last floats before overflow are lost. */
float expm1f_low(float x) { return x > 88.72f ? INFINITY : inside(x); }

/* Corrected: the cut-off is the logarithm of the largest float. */
float expm1f_right(float x) { return x > 0x1.62e43p+6f ? INFINITY : inside(x); }
