/* bug: the deadline wraps around, and the timer is expired at once */
/* operator: iovflow  line: now + timeout */
/* options: --range timeout=1:60000 */
/* why: a counter of milliseconds wraps after 49.7 days; now = 4294967000, timeout = 1000 */
#include <stdint.h>

int timer_expired(uint32_t now, uint32_t start, uint32_t timeout) {
    if (start > now) return 0;
    uint32_t deadline = now + timeout;
    return now >= deadline;
}
