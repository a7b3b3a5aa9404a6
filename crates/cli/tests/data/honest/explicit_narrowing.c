// run: stress --range data=128:255
// finds: trunc at (signed char)data
// ends: 1
signed char f(int data) { return (signed char)data; }
