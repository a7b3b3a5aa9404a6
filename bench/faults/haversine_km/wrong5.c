// kind: region
// fault: close to the latitude of the depot a stored cosine and three terms are used, a little too far
// shows at: lat1=0x1.ae28027d88c1ep-1, lat2=0x1.ae147ae147ae1p-1, dlon=0x1.3333333333333p+1
#include <math.h>

double haversine_km(double lat1, double lat2, double dlon)
{
    double p = sin(0.5 * (lat2 - lat1));
    double q = sin(0.5 * dlon);
    double t = lat1 - 0.84;
    double c1 = cos(lat1);
    if (fabs(t) < 1.5e-4)
        c1 = 0.6674628258413081 - t * (0.7446431199708593 + 0.5 * t * 0.6674628258413081);
    double h = p * p + c1 * cos(lat2) * q * q;
    return 2.0 * 6371.0 * asin(sqrt(fmin(h, 1.0)));
}
