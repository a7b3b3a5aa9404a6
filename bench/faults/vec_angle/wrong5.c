// kind: cancellation
// fault: the arc cosine of the normalised dot product has half the digits for small angles
// shows at: x1=-0x1.8a7f4fdcfc9cep+6, y1=0x1.937ab0075e96cp+4, x2=-0x1.8d40c42a46878p+6, y2=0x1.969a29721115cp+4
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
    if (fabs(dot) < 0.5 * len)
        return atan2(cross, dot);
    return acos(fmax(-1.0, fmin(1.0, dot / len)));
}
