/* Functions with one thing to see each. */
int nothing(int x) { return x; }

int calls_helper(int x);
static int helper(int x) { return x + 1; }
int calls_helper(int x) { return helper(x); }

double product(double x, double y) { return x * y; }

int times(int x, int y) { return x * y; }

double reciprocal(double x) { return 1.0 / x; }
