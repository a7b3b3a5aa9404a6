/* Code that is easy to break when mutants are put into it. Nobody calls it; it has to compile. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define COUNT 3
#define SQUARE(v) ((v) * (v))
#define NAME_OF(v) #v
#define half(v) ((v) / 2)

enum { FIRST = 1, SECOND = FIRST + 1 };
static double table[COUNT + 1] = {1.0, 2.0 * 3.0, [2] = -0.5};
typedef struct point { double x, y; unsigned flag : 2; struct point *next; } point;
typedef float single;
extern int unknown_macro_constant;

static point *end_of(point *p)
{
    static int calls = 0;
    calls += 1;
    while (p != 0 && p->next)
        p = p->next;
    if (!p)
        return 0;
    else
        for (int i = 0; i < 2; i++)
            if (i == 1) p->x += 1.0; else p->y -= 2.0;
    return p;
}

double tricky(const double *a, size_t n, point *list, double (*f)(double), char c)
{
    double local[COUNT * 2] = {0.0, 1.0}, *at = local, sum = 0, grid[n + 1];
    const int limit = 2 + COUNT;
    float small = 1.5f, *fp = NULL;
    single other = small * 2;
    register int k = 7;
    const char *text = NAME_OF(1 + 2);
    point origin = {.x = 1.0, .y = -1.0}, *last = end_of(list);
    double (*g)(double) = f ? f : sqrt;

    at = local + 1;
    at += 2;
    *at++ = 3.0;
    *(at - 1) *= 2.0;
    small += k;
    other = small = k / 2.0f;
    origin.flag = k & 1;
    fp = &small;
    *fp = *fp * 2.0f - -small;
    sum = a[n - 1], k = k + 1;
    sum += SQUARE(sum + 1.0) + half(k - 1) + sizeof(double[2]) * 1.0;
    sum -= (double)k / limit + (k << 2) + (1u - n) + 4000000000 + 0x7fffffff;
    ptrdiff_t distance = &local[2] - at;
    if (at != NULL && (distance > 0 || text == 0) && last)
        last->x = sum > 0 ? -sum : g(+sum), last->next = 0;
    do {
        if (k-- < 0) break; else continue;
    } while (k > 0);
    switch (c) {
    case 'a': sum *= 2; break;
    case FIRST + 1: { sum /= 2; } /* falls through */
    case 100:
    again:
        sum = 1;
        if (sum < 0) goto again;
        break;
    default: ;
    }
#if COUNT > 2
    sum += COUNT * 2.0;
#endif
    for (at = local; at < local + COUNT; ++at)
        sum = sum
              + *at // a comment with the end of its line
              * 2.0;
    free(malloc(sizeof(point) * 2));
    origin = (point){2.0, 3.0, 1, 0};
    table[1] = grid[0] = origin.x * 2;
    return sum - !k + (last ? last->y : 0.0) + other;
}
