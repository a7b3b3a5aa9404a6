/* The smaller root of x^2 - 2 p x + q. */
#include <math.h>

/* Correct where q is small beside p^2 and elsewhere: the larger root does not cancel, and the product of both is q. */
double root(double p, double q) { return q / (p + sqrt((p - sqrt(q)) * (p + sqrt(q)))); }

/* Wrong: p and the root of p^2 - q are nearly equal when q is small beside p^2. */
double root_naive(double p, double q) { return p - sqrt(p * p - q); }

/* Wrong: the larger root. */
double root_larger(double p, double q) { return p + sqrt(p * p - q); }
