/* Length of a vector in the plane. */
#include <math.h>

/* Correct: hypot of the C library scales before it squares. */
double length(double x, double y) { return hypot(x, y); }

/* Wrong: the squares overflow from 1.3e154 on. */
double length_naive(double x, double y) { return sqrt(x * x + y * y); }
