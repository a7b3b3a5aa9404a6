// The second return of getcontext sees other values.
// run: cover --calls 2000
// not infeasible: again == 1
// says: getcontext
#include <ucontext.h>
int f(int x) {
    ucontext_t here;
    volatile int count = 0;
    int again = 0;
    getcontext(&here);
    if (count++ == 0) {
        again = 1;
        setcontext(&here);
    }
    if (again == 1) return x;
    return 0;
}
