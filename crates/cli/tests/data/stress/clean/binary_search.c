/* options: --array sorted=16 --range count=0:16 */
/* why: indices lie between 0 and 16, also where the array is not sorted */

int binary_search(const int *sorted, int count, int wanted) {
    int low = 0, high = count;
    if (count < 0 || count > 16) return -1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    return low;
}
