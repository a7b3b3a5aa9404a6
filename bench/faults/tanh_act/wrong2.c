// kind: table
// fault: one partial denominator of the continued fraction is 10 instead of 11
// shows at: x=0x1.ffeb12da577c0p-2
#include <math.h>

double tanh_act(double x)
{
    static const double odd[] = { 17.0, 15.0, 13.0, 10.0, 9.0, 7.0, 5.0, 3.0, 1.0 };
    double a = fabs(x);
    if (a <= 0.5) {
        double z = x * x;
        double f = 19.0;
        for (int i = 0; i < 8; i++)
            f = odd[i] + z / f;
        double q = z / f;
        return x / (1.0 + q);
    }
    if (a > 0x1.6p4)
        return x < 0.0 ? -1.0 : 1.0;
    double t = 1.0 - 2.0 / (exp(2.0 * a) + 1.0);
    return x < 0.0 ? -t : t;
}
