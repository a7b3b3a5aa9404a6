/* What is called of rk4.c, and on what. */
typedef void (*Side)(double, const double *, double *);
typedef struct { int (*rk4)(Side, double *, int, double, double, int, double *); } Version;
static Version version_of(int number);

static void pendulum(double t, const double *x, double *dx)
{
    dx[0] = x[1];
    dx[1] = -x[0] + 0.1 * t;
}

static void run(int number)
{
    Version v = version_of(number);
    double *x = room(0);
    x[0] = 1.0;
    x[1] = 0.5;
    printf(" %d", v.rk4(pendulum, x, 2, 0.0, 1.5, 7, room(2)));
    printf(" %a %a", x[0], x[1]);
    printf(" %d", v.rk4(pendulum, x, 0, 0.0, 1.0, 3, room(2)));
    printf(" %d", v.rk4(pendulum, x, 2, 1.0, 1.0, 3, room(2)));
    printf(" %a %a", x[0], x[1]);
}
