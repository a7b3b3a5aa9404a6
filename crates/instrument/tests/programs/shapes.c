/* Arguments of every supported type, and some that are refused. */
#include <stdarg.h>
#include <stdint.h>

enum colour { RED, GREEN = 5, BLUE = -2 };
struct point { float x; double y; int8_t tag; };
typedef struct { struct point at[2]; enum colour colour; } shape;

double everything(shape by_value, const struct point *in, double *out, unsigned char byte, __int128 big, shape *both) {
    *out = by_value.at[1].y + in->x;
    both->at[0].y = (double)big;
    both->colour = by_value.colour == BLUE ? GREEN : RED;
    return byte + both->at[1].tag;
}

double sum(const double *x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

int letters(const char *s) {
    int n = 0;
    while (s[n])
        n++;
    return n;
}

struct point made(double y) { return (struct point){1, y, 3}; }

int nothing(void) { return 42; }

double twice(double **x) { return **x; }
int any(void *p) { return p != 0; }
int list(int n, ...) { return n; }
union word { double d; uint64_t u; };
int of_union(union word w) { return w.u == 0; }
struct flags { unsigned a : 3; };
int of_flags(struct flags f) { return f.a; }
_Complex double complicated(_Complex double z) { return z; }
