/* options: --range v=-1e6:1e6 */
/* why: a length of zero is answered before the division, also where the squares vanish */
#include <math.h>

typedef struct {
    double x;
    double y;
    double z;
} Vector;

double normalise_guarded(Vector v) {
    double length = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    if (length == 0.0) return 0.0;
    return v.x / length;
}
