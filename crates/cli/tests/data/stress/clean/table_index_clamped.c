/* why: only numbers from 0 to below 1 are converted, and times 16 they stay below 16 */

static const int table[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};

int table_index_clamped(double x) {
    if (!(x >= 0.0 && x < 1.0)) return -1;
    return table[(int)(x * 16.0)];
}
