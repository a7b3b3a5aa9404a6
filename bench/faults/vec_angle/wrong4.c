// kind: cutoff
// fault: vectors count as orthogonal when the cosine is below 1e-5 instead of 1e-15
// shows at: x1=0x1.0000000000000p+0, y1=0x1.92a737110e454p-19, x2=0x0.0p+0, y2=0x1.0000000000000p+0
#include <math.h>

static double product(double a, double b, double *err)
{
    double t = 134217729.0 * a;
    double ah = t - (t - a);
    double al = a - ah;
    t = 134217729.0 * b;
    double bh = t - (t - b);
    double bl = b - bh;
    double p = a * b;
    *err = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    return p;
}

double vec_angle(double x1, double y1, double x2, double y2)
{
    double e1, e2;
    double p = product(x1, y2, &e1);
    double q = product(x2, y1, &e2);
    double cross = fabs((p - q) + (e1 - e2));
    double dot = x1 * x2 + y1 * y2;
    double len = hypot(x1, y1) * hypot(x2, y2);
    if (fabs(dot) < 1e-5 * len)
        return 1.5707963267948966;
    if (dot >= 0.0)
        return 2.0 * atan2(cross, len + dot);
    return 3.141592653589793 - 2.0 * atan2(cross, len - dot);
}
