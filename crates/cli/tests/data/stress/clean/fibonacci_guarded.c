/* why: the loop is one number ahead, so the 45th is the last whose successor fits */

int fibonacci_guarded(int n) {
    int a = 0, b = 1;
    if (n < 0 || n > 45) return -1;
    for (int i = 0; i < n; i++) {
        int next = a + b;
        a = b;
        b = next;
    }
    return a;
}
