#include <math.h>

/* Correct: the C library scales before it squares. */
double length(double x, double y) { return hypot(x, y); }

/* Wrong: squares overflow above 1.3e154, and lose their digits below 1e-154. */
double length_naive(double x, double y) { return sqrt(x * x + y * y); }
