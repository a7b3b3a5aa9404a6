/* fault: sums of the substitution are floats */
/* kind: rounding */
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Row of the largest number in column k, from row k on. */
static int pivot_row(int n, const double *m, int k)
{
    int best = k;
    for (int i = k + 1; i < n; i++) {
        if (fabs(m[i * n + k]) > fabs(m[best * n + k])) {
            best = i;
        }
    }
    return best;
}

static void swap(double *p, double *q)
{
    double old = *p;
    *p = *q;
    *q = old;
}

static void eliminate(int n, double *m, double *x, int k)
{
    for (int i = k + 1; i < n; i++) {
        double factor = m[i * n + k] / m[k * n + k];
        for (int j = k; j < n; j++) {
            m[i * n + j] -= factor * m[k * n + j];
        }
        x[i] -= factor * x[k];
    }
}

static void substitute(int n, const double *m, double *x)
{
    for (int i = n - 1; i >= 0; i--) {
        float sum = (float)x[i];
        for (int j = i + 1; j < n; j++) {
            sum -= (float)(m[i * n + j] * x[j]);
        }
        x[i] = sum / m[i * n + i];
    }
}

void solve(int n, const double *a, const double *b, double *x)
{
    size_t cells = (size_t)n * (size_t)n;
    double *m = malloc(cells * sizeof *m);
    if (m == NULL) {
        abort();
    }
    memcpy(m, a, cells * sizeof *m);
    memcpy(x, b, (size_t)n * sizeof *x);
    for (int k = 0; k < n; k++) {
        int p = pivot_row(n, m, k);
        for (int j = 0; j < n; j++) {
            swap(&m[k * n + j], &m[p * n + j]);
        }
        swap(&x[k], &x[p]);
        eliminate(n, m, x, k);
    }
    substitute(n, m, x);
    free(m);
}
