/* What is left after n half-lives: exp(-n ln 2). */
#include <math.h>

/* Correct: a power of two needs no constant. */
double left(double n) { return exp2(-n); }

/* Wrong: one hexadecimal digit of ln 2 is wrong (...fefa39ef). */
double left_digit(double n) { return exp(-n * 0x1.62e42fefa3aefp-1); }

/* Wrong: ln 2 with the digits that a pocket calculator shows. */
double left_calculator(double n) { return exp(-n * 0.6931471806); }
