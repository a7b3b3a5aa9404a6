// run: stress --calls 2000
// unwatched: (__int128)a * b
// ends: 3
long f(long a, long b) {
    __int128 p = (__int128)a * b;
    return (long)(p >> 64);
}
