// A product with an address is no arithmetic of the compiler's.
// run: stress
// finds: iovflow at (long)p * 1000003
long f(int *p) { return (long)p * 1000003 > 0; }
