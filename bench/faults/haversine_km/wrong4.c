// kind: special
// fault: equal latitudes are answered with the way along the parallel, not along the great circle
// shows at: lat1=0x1.8000000000000p-1, lat2=0x1.8000000000000p-1, dlon=0x1.0000000000000p+0
#include <math.h>

double haversine_km(double lat1, double lat2, double dlon)
{
    if (lat1 == lat2)
        return 6371.0 * cos(lat1) * fabs(dlon);
    double p = sin(0.5 * (lat2 - lat1));
    double q = sin(0.5 * dlon);
    double h = p * p + cos(lat1) * cos(lat2) * q * q;
    return 2.0 * 6371.0 * asin(sqrt(fmin(h, 1.0)));
}
