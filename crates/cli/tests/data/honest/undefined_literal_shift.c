// The same for a literal that is shifted too far, behind a key, where only the prover speaks.
// run: stress --calls 300 --range a=0:1
// not harmless: iovflow at (unsigned)a * 2654435761u
short f(unsigned char a, unsigned long b) {
    unsigned v1 = (unsigned)b * 3266489917u;
    if (v1 == 3387753249u) a = ((~0) >> (-255));
    unsigned v3 = (unsigned)a * 2654435761u;
    return a ^ v1 ^ (v3 & 0);
}
