// An infinity of a division by zero is not an overflow, and the condition says so.
// run: stress --calls 2000
// finds: fovflow at a / b
// says: the operands are finite, the divisor is not zero, and the result is infinite
double f(double a, double b) { return a / b; }
