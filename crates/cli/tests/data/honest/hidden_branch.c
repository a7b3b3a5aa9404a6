// A helper that hides where it stands has branches that nobody can name.
// run: cover --scope module
// refuses: h hides where it stands
__attribute__((nodebug)) static int h(int a) { return a > 3 ? 1 : 2; }
int f(int a) { return a > 2 ? h(a) : 0; }
