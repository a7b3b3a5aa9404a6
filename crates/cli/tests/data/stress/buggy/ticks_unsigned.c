/* bug: a negative time is converted to an unsigned number */
/* operator: ftoi  line: (uint32_t) */
/* options: --range seconds=-3600:3600 */
/* why: seconds = -1 is undefined behaviour: 0 on one machine, 4294966296 on another */
#include <stdint.h>

uint32_t ticks_unsigned(double seconds) { return (uint32_t)(seconds * 1000.0); }
