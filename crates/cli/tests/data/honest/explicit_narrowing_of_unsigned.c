// A difference of unsigned numbers is no small negative one.
// run: stress --range a=0:2
// not harmless: (unsigned)a * 3
unsigned f(unsigned long a) {
    a = (a >> a) - (a + a);
    return (unsigned)a * 3;
}
