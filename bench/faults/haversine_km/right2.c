// sine and cosine of half the distance, both without cancellation, and atan2
#include <math.h>

double haversine_km(double lat1, double lat2, double dlon)
{
    double d = 0.5 * (lat2 - lat1);
    double m = 0.5 * (lat1 + lat2);
    double sl = sin(0.5 * dlon);
    double cl = cos(0.5 * dlon);
    double s = hypot(sin(d) * cl, cos(m) * sl);
    double c = hypot(cos(d) * cl, sin(m) * sl);
    return 2.0 * 6371.0 * atan2(s, c);
}
