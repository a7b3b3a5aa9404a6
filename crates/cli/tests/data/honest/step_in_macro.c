// Of a step in a macro nobody can say whether it was `s++` or `s = (int)(s + 1u)`: the latter wraps at -1, the former never.
// run: stress
// finds no: iovflow at NEXT(s);
// not harmless: iovflow at NEXT(s);
// unwatched: NEXT(s);
#define NEXT(s) ((s)++)
signed char f(signed char s) {
    NEXT(s);
    return s;
}
