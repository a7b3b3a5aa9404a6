// Shifting up and back is no reading of a field unless there is a field.
// run: stress
// says: the shifted value is above
int f(int x) { return (int)((unsigned)x << 8) >> 8; }
