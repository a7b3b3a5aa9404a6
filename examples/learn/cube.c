/* x*x*x, rounded once more than long double needs. */
double cube(double x) { return (double)((long double)x * x * x); }
