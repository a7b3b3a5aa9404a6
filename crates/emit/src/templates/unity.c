§HEAD§
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "unity.h"
§INCLUDES§
§JUDGE§
§CALL§
void setUp(void)
{
}

void tearDown(void)
{
}

static void lydian_run(const lydian_case *c)
{
    static char message[§LENGTH§];
    // Volatile, so that an answer in a wider register is rounded before it is judged.
    volatile §TYPE§ y = lydian_call(c->x);
    const char *why = lydian_judge(c, (double)y);
    if (why != NULL) {
        snprintf(message, sizeof message, "%s: %s; inputs: %s; got: %.17g (%a); acceptable: %s; objectives: %s",
                 c->id, why, c->inputs, (double)y, (double)y, c->wanted, c->objectives);
        TEST_FAIL_MESSAGE(message);
    }
}

§FUNCTIONS§
int main(void)
{
    UNITY_BEGIN();
§BLOCKS§    return UNITY_END();
}
