// An enumeration may be signed, and the compiler marks no step of it.
// run: stress
// not harmless: iovflow at e++
// unwatched: e++
enum E { NONE = -1, A, B };
int f(int x) {
    enum E e = (enum E)(x & 0x7fffffff);
    e++;
    return e / 2 > 1;
}
