/* Bubble sort. N is 0 in a correct one: neighbours that differ by less than N stay as they are. */
#ifndef N
#define N 0
#endif

void bubble(double *a, int n) {
    for (int end = n - 1; end > 0; end--)
        for (int j = 0; j < end; j++)
            if (a[j] - N > a[j + 1]) {
                double swap = a[j];
                a[j] = a[j + 1];
                a[j + 1] = swap;
            }
}
