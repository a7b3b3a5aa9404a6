// kind: lastulps
// fault: the difference of the latitudes passes through a float
// shows at: lat1=0x1.ee606875e9851p-1, lat2=-0x1.2a29b5c2f60f6p+0, dlon=0x1.359ce810358d2p+1
#include <math.h>

double haversine_km(double lat1, double lat2, double dlon)
{
    float d = (float)(lat2 - lat1);
    double p = sin(0.5 * d);
    double q = sin(0.5 * dlon);
    double h = p * p + cos(lat1) * cos(lat2) * q * q;
    return 2.0 * 6371.0 * asin(sqrt(fmin(h, 1.0)));
}
