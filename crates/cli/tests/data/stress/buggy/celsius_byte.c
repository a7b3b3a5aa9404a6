/* bug: a temperature is converted to 8 bits without a look at its size */
/* operator: ftoi  line: (int8_t) */
/* options: --range fahrenheit=-400:2000 */
/* why: 300 degrees Fahrenheit are 148.9 degrees Celsius, more than 127 */
#include <stdint.h>

int8_t celsius_byte(double fahrenheit) {
    return (int8_t)((fahrenheit - 32.0) * 5.0 / 9.0);
}
