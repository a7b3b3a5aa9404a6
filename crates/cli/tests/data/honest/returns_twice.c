// Unoptimised code keeps the variable in memory.
// run: cover --calls 2000
// says: result = 4
// says not: result = 3
#include <setjmp.h>
static jmp_buf here;
int f(int a) {
    int v = 1;
    if (setjmp(here) == 0) {
        v = 2;
        if (a > 3) longjmp(here, 1);
        return 0;
    }
    if (v == 1) return 3;
    return 4;
}
