/* why: two comparisons, no difference of the values */

int compare_order(const int *a, const int *b) { return (*a > *b) - (*a < *b); }
