/* options: --range fahrenheit=0:2000 */
/* why: the value is clamped to 8 bits before it is converted */
#include <stdint.h>

int8_t celsius_clamped(double fahrenheit) {
    if (fahrenheit >= 260.0) return 127;
    return (int8_t)((fahrenheit - 32.0) * 5.0 / 9.0);
}
