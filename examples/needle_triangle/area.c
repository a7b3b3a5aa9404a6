/* Area of a triangle from its sides. */
#include <math.h>

static void order(double *large, double *small) {
    if (*large < *small) {
        double t = *large;
        *large = *small;
        *small = t;
    }
}

/* Correct: Kahan's arrangement, with the sides in order and these very parentheses. */
double area(double a, double b, double c) {
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
    return sqrt((a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c))) / 4;
}

/* Wrong: Heron's formula as in the textbook. s - a cancels in a needle. */
double area_heron(double a, double b, double c) {
    double s = (a + b + c) / 2;
    return sqrt(s * (s - a) * (s - b) * (s - c));
}

/* Wrong: the right factors, but the sides are not put in order. */
double area_unordered(double a, double b, double c) {
    return sqrt((a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c))) / 4;
}
