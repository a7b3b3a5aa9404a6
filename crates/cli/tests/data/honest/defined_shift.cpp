// From C++20 on a shift into the sign is defined.
// run: stress --calls 2000 --cflags=-std=c++20
// says not: (undefined behaviour)
int f(int x) {
    return (x > 0) << 31;
}
