// Sums of narrow integers are made in int, where they fit.
// run: stress
// finds no: iovflow at d++
// finds no: trunc at d++
// ends: 0
signed char f(signed char d) {
    if (d < 127) d++;
    return d;
}
