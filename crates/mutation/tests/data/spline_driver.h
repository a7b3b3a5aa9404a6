/* What is called of spline.c, and on what. */
#include <math.h>

typedef struct {
    void (*spline_fit)(const double *, const double *, int, double, double, double *, double *);
    double (*spline_at)(const double *, const double *, const double *, int, double);
} Version;
static Version version_of(int number);

static void run(int number)
{
    Version v = version_of(number);
    double *x = room(0), *y = room(1), *m = room(2), *c = room(3);
    for (int i = 0; i < 7; i++) {
        x[i] = 0.4 * i + 0.01 * i * i;
        y[i] = sin(x[i]);
    }
    v.spline_fit(x, y, 7, 1.0, cos(x[6]), m, c);
    for (int i = 0; i < 9; i++)
        printf(" %a", v.spline_at(x, y, m, 7, 0.3 * i));
}
