// An attribute that turns the compiler's checks off turns no hazard off.
// run: stress
// not harmless: iovflow at 1 << (n & 31)
// finds: iovflow at 1 << (n & 31)
// ends: 1
#pragma clang attribute push(__attribute__((no_sanitize("shift"))), apply_to = function)
int f(int n) { return 1 << (n & 31); }
#pragma clang attribute pop
