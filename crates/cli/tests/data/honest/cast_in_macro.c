// In a macro a cast stands where the shift stands, and is no reading of a field.
// run: stress
// finds: trunc at LOWB(p) + 1
#define LOWB(p) ((unsigned char)(*(p) >> 4))
int f(const int *p) { return LOWB(p) + 1; }
