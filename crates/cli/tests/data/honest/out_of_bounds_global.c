// So are reads beyond the end of a table.
// run: stress --calls 2000 --range i=-2:5
// says: outside of a variable
static const double table[4] = {1, 2, 3, 4};
double f(int i) { return table[i] * 0.5; }
