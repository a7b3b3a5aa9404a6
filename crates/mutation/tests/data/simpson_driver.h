/* What is called of simpson.c, and on what. */
#include <math.h>

typedef struct { double (*simpson)(double (*)(double), double, double, int); } Version;
static Version version_of(int number);

static double bump(double x) { return 1.0 / (1.0 + x * x); }

static void run(int number)
{
    Version v = version_of(number);
    printf(" %a", v.simpson(exp, 0.0, 1.0, 3));
    printf(" %a", v.simpson(bump, -1.0, 2.0, 5));
    printf(" %a", v.simpson(bump, 2.0, 1.0, 5));
    printf(" %a", v.simpson(bump, 0.0, 1.0, 0));
}
