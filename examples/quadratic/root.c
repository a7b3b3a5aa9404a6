/* The smaller root of x^2 - 2 p x + q. */
#include <math.h>

/* Correct: the larger root does not cancel, the product of both is q, and p^2 - q is rounded only once. */
double root(double p, double q) { return q / (p + sqrt(fma(p, p, -q))); }

/* Wrong where the roots are nearly equal: the square root of q is rounded, and p minus it keeps that error. */
double root_factored(double p, double q) { return q / (p + sqrt((p - sqrt(q)) * (p + sqrt(q)))); }

/* Wrong: p and the root of p^2 - q are nearly equal when q is small beside p^2. */
double root_naive(double p, double q) { return p - sqrt(p * p - q); }

/* Wrong: the larger root. */
double root_larger(double p, double q) { return p + sqrt(p * p - q); }
