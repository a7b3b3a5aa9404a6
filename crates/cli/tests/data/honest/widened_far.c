// What the handler of a check gets by its address is no value of the code.
// run: stress
// unwatched: unsigned __int128 b = x;
int f(int x) {
    unsigned __int128 b = x;
    return (b > 5) / 2;
}
