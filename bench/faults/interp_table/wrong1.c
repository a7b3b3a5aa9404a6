// kind: table
// fault: one value of the table is off in its last digit: 11.8 for 11.9
// shows at: x=0x1.c06d4efc4e6c3p+5
#include <math.h>

static const double px[8] = { 0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0 };
static const double py[8] = { 2.0, 2.9, 4.1, 5.8, 8.3, 11.8, 17.2, 25.0 };

double interp_table(double x)
{
    if (isnan(x))
        return x;
    if (x < px[0])
        x = px[0];
    if (x > px[7])
        x = px[7];
    int lo = 0;
    int hi = 7;
    while (hi - lo > 1) {
        int mid = (lo + hi) / 2;
        if (x >= px[mid])
            lo = mid;
        else
            hi = mid;
    }
    double w = px[hi] - px[lo];
    return (py[lo] * (px[hi] - x) + py[hi] * (x - px[lo])) / w;
}
