// the haversine formula as it stands
#include <math.h>

double haversine_km(double lat1, double lat2, double dlon)
{
    double p = sin(0.5 * (lat2 - lat1));
    double q = sin(0.5 * dlon);
    double h = p * p + cos(lat1) * cos(lat2) * q * q;
    return 2.0 * 6371.0 * asin(sqrt(fmin(h, 1.0)));
}
