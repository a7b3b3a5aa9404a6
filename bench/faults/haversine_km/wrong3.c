// kind: reduction
// fault: negative differences of longitude are raised by a turn of 6.2831853
// shows at: lat1=-0x1.1cdcf2c1f2000p-10, lat2=-0x1.cfde846895100p-7, dlon=-0x1.46508e6a56b4ap+0
#include <math.h>

double haversine_km(double lat1, double lat2, double dlon)
{
    double p = sin(0.5 * (lat2 - lat1));
    if (dlon < 0.0)
        dlon += 6.2831853;
    double q = sin(0.5 * dlon);
    double h = p * p + cos(lat1) * cos(lat2) * q * q;
    return 2.0 * 6371.0 * asin(sqrt(fmin(h, 1.0)));
}
