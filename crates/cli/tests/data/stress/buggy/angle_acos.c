/* bug: the cosine of the angle of two parallel vectors is rounded above 1 */
/* operator: fnan  line: acos(cosine) */
/* options: --range ux=1:10 --range uy=1:10 --range vx=1:10 --range vy=1:10 */
/* why: the vectors (2, 3) and (2, 3): sqrt(13) * sqrt(13) is rounded just below 13 */
#include <math.h>

double angle_acos(double ux, double uy, double vx, double vy) {
    double cosine = (ux * vx + uy * vy) / (sqrt(ux * ux + uy * uy) * sqrt(vx * vx + vy * vy));
    return acos(cosine);
}
