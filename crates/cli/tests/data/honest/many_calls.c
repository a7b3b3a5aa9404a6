// Two calls on each of twenty levels are a million calls: a guard against proofs without an end.
// run: cover --calls 500
static int g0(int n) { return n ^ 1; }
static int g1(int n) { return g0(n + 1) ^ g0(n * 3); }
static int g2(int n) { return g1(n + 2) ^ g1(n * 3); }
static int g3(int n) { return g2(n + 3) ^ g2(n * 3); }
static int g4(int n) { return g3(n + 4) ^ g3(n * 3); }
static int g5(int n) { return g4(n + 5) ^ g4(n * 3); }
static int g6(int n) { return g5(n + 6) ^ g5(n * 3); }
static int g7(int n) { return g6(n + 7) ^ g6(n * 3); }
static int g8(int n) { return g7(n + 8) ^ g7(n * 3); }
static int g9(int n) { return g8(n + 9) ^ g8(n * 3); }
static int g10(int n) { return g9(n + 10) ^ g9(n * 3); }
static int g11(int n) { return g10(n + 11) ^ g10(n * 3); }
static int g12(int n) { return g11(n + 12) ^ g11(n * 3); }
static int g13(int n) { return g12(n + 13) ^ g12(n * 3); }
static int g14(int n) { return g13(n + 14) ^ g13(n * 3); }
static int g15(int n) { return g14(n + 15) ^ g14(n * 3); }
static int g16(int n) { return g15(n + 16) ^ g15(n * 3); }
static int g17(int n) { return g16(n + 17) ^ g16(n * 3); }
static int g18(int n) { return g17(n + 18) ^ g17(n * 3); }
static int g19(int n) { return g18(n + 19) ^ g18(n * 3); }
int f(int n) {
    if (n == 5) return g3(n);
    if (n > 100 && n < 50) return g19(n);
    return 0;
}
