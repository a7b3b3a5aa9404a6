// kind: cancellation
// fault: the polynomial is expanded in powers, whose large coefficients cancel
// shows at: n=30, x=-0x1.eafec866784f6p-1
#include <math.h>

double chebyshev_t(int n, double x)
{
    double c0[32] = { 1.0 };
    double c1[32] = { 0.0, 1.0 };
    double c2[32];
    if (n == 0)
        return 1.0;
    for (int k = 1; k < n; k++) {
        for (int i = 0; i < 32; i++)
            c2[i] = (i > 0 ? 2.0 * c1[i - 1] : 0.0) - c0[i];
        for (int i = 0; i < 32; i++) {
            c0[i] = c1[i];
            c1[i] = c2[i];
        }
    }
    double p = 0.0;
    for (int i = n; i >= 0; i--)
        p = p * x + c1[i];
    return p;
}
