// An unsigned difference stays one, whatever it is cast to: only `c--` of a narrow type is a signed sum without a mark.
// run: stress
// not harmless: iuflow at c - 1u
// finds: iuflow at c - 1u
// ends: 1
unsigned long f(unsigned char c) { return (int)(c - 1u); }
