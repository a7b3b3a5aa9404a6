// The sum of a negative narrow number and 1u wraps around.
// run: stress
// not harmless: iovflow at s + 1u
// ends: 1
signed char f(signed char s) { return (int)(s + 1u); }
