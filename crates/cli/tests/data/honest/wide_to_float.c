// The greatest 128-bit number is infinite as a float.
// run: stress
// unwatched: (float)((unsigned __int128)a << 64 | b)
float f(unsigned long a, unsigned long b) { return (float)((unsigned __int128)a << 64 | b); }
