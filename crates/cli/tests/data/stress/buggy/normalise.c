/* bug: the zero vector has no direction */
/* operator: div0,fnan  line: v.x / length */
/* options: --range v=-1e6:1e6 */
/* why: v = (0, 0, 0) becomes three times NaN */
#include <math.h>

typedef struct {
    double x;
    double y;
    double z;
} Vector;

double normalise(Vector v) {
    double length = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    return v.x / length;
}
