/* why: products of two floats are exact in a double, so what cancels is exact */

double discriminant_float(float a, float b, float c) {
    double square = (double)b * b;
    double product = 4.0 * a * c;
    return square - product;
}
