§HEAD§
#include <stdint.h>
#include <stdio.h>
#include <string.h>

§PARTS§int main(void)
{
    int failed = 0;
§CALLS§    printf("%s: %d tests with OBSERVED outputs, %d changed\n", §TITLE§, §COUNT§, failed);
    return failed > 0;
}
