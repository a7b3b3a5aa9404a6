/* Solves a x = b by Gauss-Jordan elimination with partial pivoting, on rows with their right-hand side at the end. */
#include <math.h>
#include <stdlib.h>

static double **augmented(int n, const double *a, const double *b)
{
    double **row = malloc((size_t)n * sizeof *row);
    for (int i = 0; row != NULL && i < n; i++) {
        row[i] = malloc(((size_t)n + 1) * sizeof **row);
        if (row[i] == NULL) {
            abort();
        }
        for (int j = 0; j < n; j++) {
            row[i][j] = a[i * n + j];
        }
        row[i][n] = b[i];
    }
    return row;
}

static void choose_pivot(int n, double **row, int k)
{
    for (int i = k + 1; i < n; i++) {
        if (fabs(row[i][k]) > fabs(row[k][k])) {
            double *old = row[k];
            row[k] = row[i];
            row[i] = old;
        }
    }
}

static void clear_column(int n, double **row, int k)
{
    for (int i = 0; i < n; i++) {
        double factor = row[i][k] / row[k][k];
        for (int j = k; j <= n && i != k; j++) {
            row[i][j] -= factor * row[k][j];
        }
    }
}

void solve(int n, const double *a, const double *b, double *x)
{
    double **row = augmented(n, a, b);
    if (row == NULL) {
        abort();
    }
    for (int k = 0; k < n; k++) {
        choose_pivot(n, row, k);
        clear_column(n, row, k);
    }
    for (int i = 0; i < n; i++) {
        x[i] = row[i][n] / row[i][i];
        free(row[i]);
    }
    free(row);
}
