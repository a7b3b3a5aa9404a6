// run: stress --calls 2000
// finds: fovflow at huge * ten
// ends: 1
double f(double x) {
    double huge = 1e308, ten = 10;
    return huge * ten + x;
}
