/* bug: a checksum is kept in a signed char */
/* operator: trunc  line: sum = sum + data[i] */
/* options: --array data=4 */
/* why: two bytes of 100 sum to 200, which is stored as -56 */

int checksum_char(const signed char *data) {
    signed char sum = 0;
    for (int i = 0; i < 4; i++) sum = sum + data[i];
    return sum;
}
