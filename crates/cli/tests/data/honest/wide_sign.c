// Conversions of wide integers are named.
// run: stress
// unwatched: unsigned __int128 b = a;
int f(int x) {
    __int128 a = x;
    unsigned __int128 b = a;
    return (b > 5) / 2;
}
