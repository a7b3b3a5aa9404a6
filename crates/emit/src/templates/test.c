§HEAD§
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
§INCLUDES§
§JUDGE§
§CALL§
static int lydian_run(const lydian_case *c)
{
    // Volatile, so that an answer in a wider register is rounded before it is judged.
    volatile §TYPE§ y = lydian_call(c->x);
    const char *why = lydian_judge(c, (double)y);
    if (why != NULL) {
        printf("%s: FAILED: %s\n", c->id, why);
        printf("    inputs:     %s\n", c->inputs);
        printf("    got:        %.17g (%a)\n", (double)y, (double)y);
        printf("    acceptable: %s\n", c->wanted);
        printf("    objectives: %s\n", c->objectives);
    }
    return why != NULL;
}

int main(void)
{
    size_t i, failed = 0;
    for (i = 0; i < LYDIAN_COUNT; i++) {
        failed += (size_t)lydian_run(&lydian_cases[i]);
    }
    printf("%s: %lu tests, %lu failed\n", §TITLE§, (unsigned long)LYDIAN_COUNT, (unsigned long)failed);
    return failed > 0;
}
