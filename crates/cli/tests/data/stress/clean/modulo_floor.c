/* why: the divisor is positive, and only a negative remainder is moved up */

int modulo_floor(int a, int n) {
    if (n <= 0) return -1;
    int rest = a % n;
    if (rest < 0) rest += n;
    return rest;
}
