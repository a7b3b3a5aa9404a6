// A literal that is converted out of range is any number; the compiler must not choose the other way.
// run: cover --calls 300
// not infeasible: > v1
// says: a constant that the compiler finds undefined
int f(unsigned char a) {
    unsigned v1 = 1;
    if (a == 0) v1 = (-(127 * 255.0));
    if ((2147483647 - a) > v1) return 1;
    return 0;
}
