// A structure that is returned in registers is written as a whole, floats and all.
// run: cover --calls 200
// not infeasible: if (whole < 0)
struct two { double a; long b; };
static struct two kept;
static struct two make(double z) {
    struct two t = {z / z, 3};
    return t;
}
int f(unsigned n) {
    if (n * 2654435761u == 0xcafebabeu) {
        kept = make(0.0);
        long whole = *(long *)&kept.a;
        if (whole < 0) n++;
    }
    return 0;
}
