// A read by a null pointer ends the program, used or not.
// run: cover --calls 2000
// says: SIGSEGV
int f(int a) {
    int *p = a > 3 ? (int *)0 : &a;
    int x = *p;
    if (a > 5) return 1;
    return 0;
}
