// What is certain is still proved.
// run: cover
// says: 1 proved infeasible
// ends: 0
int f(double x) {
    if (x <= 1.0) x++;
    double y = x * x;
    if (y == -1.0) return 1;
    return 0;
}
