/* Air pressure in the troposphere. */
#include <math.h>

/* Correct: NaN says that the height is refused. */
double pressure(double h) {
    if (!(h >= -500 && h <= 11000)) {
        return NAN;
    }
    return 101325 * pow(1 - 0.0065 * h / 288.15, 5.25588);
}

/* Wrong: nobody asks whether the formula holds. */
double pressure_unguarded(double h) { return 101325 * pow(1 - 0.0065 * h / 288.15, 5.25588); }

/* Wrong: an error code that is a number, without anybody being told; see the table for the same with --reject-value. */
double pressure_code(double h) { return h >= -500 && h <= 11000 ? pressure_unguarded(h) : -999; }
