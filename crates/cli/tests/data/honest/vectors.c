// run: stress --calls 2000
// unwatched: x + y
// ends: 3
typedef int v4 __attribute__((vector_size(16)));
int f(int a, int b) {
    v4 x = {a, a, a, a}, y = {b, b, b, b};
    v4 z = x + y;
    return z[0];
}
