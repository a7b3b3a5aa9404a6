// A label for the assembler gives any name to a function.
// run: cover
// refuses: `lydian.convert.kept`
int helper(int x) __asm__("lydian.convert.kept");
int helper(int x) { return x / 3; }
int f(unsigned n) {
    if (n * 2654435761u == 0xcafebabeu) return helper(n);
    return 0;
}
