/* bug: an index is computed from a float that may be anything */
/* operator: ftoi  line: (int)(x * 16.0) */
/* why: x = 1e9 does not fit an int, so the test of the index comes too late */

static const int table[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};

int table_index(double x) {
    int i = (int)(x * 16.0);
    if (i < 0 || i > 15) return -1;
    return table[i];
}
