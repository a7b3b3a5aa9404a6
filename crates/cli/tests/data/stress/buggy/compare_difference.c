/* bug: a comparator by subtraction sorts distant numbers the wrong way round */
/* operator: iovflow  line: *a - *b */
/* operator: iuflow  line: *a - *b */
/* why: 2000000000 and -2000000000 differ by more than an int holds */

int compare_difference(const int *a, const int *b) { return *a - *b; }
