/* why: common bits and half of the others: the sum lies between a and b */

int average_bits(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
