/* exp(x) - 1. */
#include <math.h>

/* Correct: the library function. */
double growth(double x) { return expm1(x); }

/* Wrong: the difference loses the digits of a small x, and all of them below 1e-16. */
double growth_naive(double x) { return exp(x) - 1; }

/* Wrong: meant to be expm1, typed as exp. */
double growth_exp(double x) { return exp(x); }
