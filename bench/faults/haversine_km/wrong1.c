// kind: cancellation
// fault: the spherical law of cosines has no digits left for short distances
// shows at: lat1=-0x1.672f396c3d4ecp-27, lat2=-0x1.aef3ce6f1208dp-453, dlon=0x1.607c6e5e4eaa5p-253
#include <math.h>

double haversine_km(double lat1, double lat2, double dlon)
{
    double c = sin(lat1) * sin(lat2) + cos(lat1) * cos(lat2) * cos(dlon);
    return 6371.0 * acos(fmax(-1.0, fmin(1.0, c)));
}
