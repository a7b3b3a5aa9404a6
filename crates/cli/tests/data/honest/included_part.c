// What a file includes with quotes is part of the module.
// run: stress --scope module --range x=5:2000000000
// says: part.inc:1
// ends: 1
#include "linked/part.inc"
int f(int x) { return helper(x) / 3; }
