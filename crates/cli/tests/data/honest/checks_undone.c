// Without the checks of the compiler conversions would not be seen.
// run: stress
// refuses: #undef no_sanitize
#undef no_sanitize
__attribute__((no_sanitize("undefined"))) unsigned f(int n) {
    unsigned u = n;
    return u / 3;
}
