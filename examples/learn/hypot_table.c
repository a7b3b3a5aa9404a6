/* hypot without a square root per call: the longer leg times g(t) = sqrt(1 + t*t), where t is the ratio of the legs.
 * g comes from a table of cubic Hermite pieces. Fault: one slope of the table was typed with two digits exchanged. */
#include <math.h>

static double g(double t) {
    static const double slope[9] = {
        0.0,
        0.12403473458920847,
        0.24253562503633297,
        0.35112344158839165,
        0.44721359549995793,
        0.52099894002015177, /* 0.52999894000318004 is right */
        0.6,
        0.65850460786851877,
        0.70710678118654752,
    };
    int i = t >= 1.0 ? 7 : (int)(t * 8.0);
    double a = i / 8.0, u = (t - a) * 8.0, h = 1.0 / 8.0;
    double f0 = sqrt(1.0 + a * a), f1 = sqrt(1.0 + (a + h) * (a + h));
    double h00 = (1.0 + 2.0 * u) * (1.0 - u) * (1.0 - u), h10 = u * (1.0 - u) * (1.0 - u);
    double h01 = u * u * (3.0 - 2.0 * u), h11 = u * u * (u - 1.0);
    return h00 * f0 + h10 * h * slope[i] + h01 * f1 + h11 * h * slope[i + 1];
}

double hypot_table(double x, double y) {
    x = fabs(x);
    y = fabs(y);
    double longer = fmax(x, y), shorter = fmin(x, y);
    return longer == 0.0 ? 0.0 : longer * g(shorter / longer);
}
