/* bug: a number from outside is stored in 16 bits before it is looked at */
/* operator: trunc  line: (uint16_t)number */
/* options: --range number=0:1000000 */
/* why: 65536 + 80 passes as port 80 */
#include <stdint.h>

int port_number(int32_t number) {
    uint16_t port = (uint16_t)number;
    return port != 0;
}
