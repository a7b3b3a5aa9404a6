// A call in `try` is a call.
// run: stress
// unwatched: return p(x) / 2;
double (*p)(double);
double f(double x) {
    try {
        return p(x) / 2;
    } catch (...) {
        return 0;
    }
}
