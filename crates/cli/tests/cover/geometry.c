/* Geometric predicates, structures and arrays. */
#include <math.h>

struct point { double x, y; };
struct circle { struct point centre; double radius; };

/* Side of a line on which a point lies. */
int orientation(struct point a, struct point b, struct point c) {
    double d = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (d > 0.0) return 1;
    if (d < 0.0) return -1;
    if (a.x == b.x && a.y == b.y) return 2;
    return 0;
}

/* Kind of a triangle by its sides. */
int triangle(double a, double b, double c) {
    if (a <= 0.0 || b <= 0.0 || c <= 0.0) return 0;
    if (a + b <= c || b + c <= a || c + a <= b) return 1;
    if (a == b && b == c) return 2;
    if (a == b || b == c || c == a) return 3;
    if (a * a + b * b == c * c) return 4;
    return 5;
}

/* How two circles lie. */
int circles(const struct circle *p, const struct circle *q) {
    if (!(p->radius > 0.0) || !(q->radius > 0.0)) return -1;
    double dx = p->centre.x - q->centre.x, dy = p->centre.y - q->centre.y;
    double d = dx * dx + dy * dy, sum = p->radius + q->radius, gap = p->radius - q->radius;
    if (d > sum * sum) return 0;
    if (d == sum * sum) return 1;
    if (d < gap * gap) return 2;
    if (d == gap * gap) return gap == 0.0 ? 4 : 3;
    return 5;
}

/* Crossing of two segments of a line. */
int overlap(double a0, double a1, double b0, double b1) {
    if (!(a0 <= a1) || !(b0 <= b1)) return -1;
    if (a1 < b0 || b1 < a0) return 0;
    if (a1 == b0 || b1 == a0) return 1;
    if (a0 <= b0 && b1 <= a1) return 2;
    if (b0 < a0 && a1 < b1) return 3;
    return 4;
}

/* Where a value stands in a table with equal steps, and what lies between. */
double table(double x, int *place) {
    static const double values[8] = {0.0, 0.5, 0.75, 2.0, 1.5, -1.0, -1.0, 4.0};
    *place = -1;
    if (x < 0.0) return values[0];
    if (x >= 7.0) return values[7];
    if (x != x) return 0.0;
    int i = (int)x;
    double t = x - i, y = values[i] + t * (values[i + 1] - values[i]);
    *place = i;
    if (values[i] == values[i + 1]) return y;
    if (y == 1.75) return -y;
    return y;
}

/* Sorted, constant, or with an element that stands out. */
int series(const double *v) {
    int up = 1, same = 1;
    double sum = 0.0;
    for (int i = 0; i < 5; i++) {
        if (i > 0 && !(v[i] >= v[i - 1])) up = 0;
        if (v[i] != v[0]) same = 0;
        sum += v[i];
    }
    if (same) return 0;
    if (up) {
        if (sum == 15.0) return 1;
        return 2;
    }
    for (int i = 0; i < 5; i++)
        if (v[i] > 0.9 * sum && sum > 0.0) return 3;
    return 4;
}
