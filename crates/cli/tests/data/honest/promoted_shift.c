// The left side of a shift is promoted to `int`, also where it is assigned to something narrow and unsigned.
// run: stress --range n=0:31
// not harmless: iovflow at flag <<= n
// finds: iovflow at flag <<= n
// finds: iovflow at byte <<= n
// finds no: iovflow at word <<= n
unsigned f(unsigned char n, _Bool flag, unsigned char byte, unsigned word) {
    flag <<= n;
    byte <<= n;
    word <<= n;
    return flag + byte + word;
}
