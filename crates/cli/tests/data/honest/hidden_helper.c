// A helper that hides where it stands is named where it is called.
// run: stress --scope module
// unwatched: h(a) / 3
__attribute__((nodebug)) static int h(int a) { return a + 1; }
int f(int a) { return h(a) / 3; }
