/* why: the guard makes high - low a number from 0 to high */

int search_midpoint_safe(int low, int high) {
    if (low < 0 || high < low) return -1;
    return low + (high - low) / 2;
}
